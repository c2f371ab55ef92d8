"""Measures speed as ratios within one run, so that a slow machine changes nothing."""
