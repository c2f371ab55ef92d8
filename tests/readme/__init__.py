"""The README says what the program does: its tables are made from the code, its snippet runs."""
