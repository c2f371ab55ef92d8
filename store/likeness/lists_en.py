"""Words of English behind the pair rule, as they are written; `store.likeness.lists` stems them."""

STOP = """
'd 'll 'm 're 's 've a about according again all already also am among an and another any are around as at be because been
being between both but by can could did do does doing done down during each ever every few for from had has have having he
her here hers herself him himself his how i if in into is it its itself just lot lots many may me might mine more most much
must my myself near of off on one ones onto or other our ours ourselves out over own quite really said same say says shall
she should so some still such tell tells than that the their theirs them themselves then there these they this those through
to told too under up us user very was we were what when where which while who whom whose will with would you your yours
yourself t s re m ve ll d
"""
"""Carry no content."""

NEGATION = """
aint arent barely cannot cant couldnt didnt doesnt dont fail failed fails hadnt hardly hasnt havent isnt lack lacks neither
never no no-one nobody none noone nor not nothing nowhere refused refuses shouldnt wasnt werent without wont wouldnt
"""
"""With n't spelled out as "not"; what lacks the apostrophe is listed where it is no other word."""

AUXILIARIES = """
am are be been can could did do does had has have is may might must shall should was were will would
"""
"""A "Not" or "Never" behind one of these is part of no name."""

NO_CONTRACTION_BEFORE = "and at had has in is of on or s to was"
"""Words behind which "wont" or "cant" would be a noun, an adjective or a name."""

OPPOSITES = """
on/off in/out into/out onto/off up/down over/under near/far before/after above/below inside/outside indoors/outdoors
indoor/outdoor with/without open/close open/closed opening/closing full/empty big/small large/small huge/small huge/tiny
large/little big/little tall/short long/short high/low hot/cold warm/cold warm/cool wet/dry fast/slow quick/slow
quickly/slowly young/old new/old early/late light/dark heavy/light thick/thin wide/narrow strong/weak hard/soft rich/poor
cheap/expensive clean/dirty loud/quiet talk/silent good/bad better/worse best/worst happy/sad right/wrong true/false
left/right first/last same/different alive/dead healthy/sick awake/asleep awake/sleeping married/single married/divorced
married/unmarried employed/unemployed employed/retired vegetarian/carnivore vegan/meat stand/sit stand/lie sit/run sit/walk
run/walk run/rest run/sleep run/lie jump/sit jump/rest play/rest sleep/play climb/descend rise/fall increase/decrease
grow/shrink gain/lose win/lose buy/sell bought/sold lend/borrow give/take push/pull start/stop start/finish begin/end
arrive/leave enter/leave enter/exit come/go love/hate like/hate like/dislike love/dislike enjoy/hate accept/reject
accept/refuse agree/disagree allow/forbid remember/forget find/lose catch/miss hit/miss catch/throw fold/unfold lock/unlock
dress/undress tie/untie put/remove pour/remove add/remove attach/remove assemble/disassemble build/destroy fix/break
fill/empty follow/avoid ride/fall listen/ignore always/never always/sometimes everybody/nobody everyone/nobody
everything/nothing more/less most/least many/few all/none day/night morning/evening summer/winter spring/autumn north/south
east/west northern/southern eastern/western import/export internal/external public/private front/back top/bottom
beginning/end weekly/daily weekly/monthly monthly/yearly daily/monthly quit/start introvert/extrovert rose/fell up/fell
gain/fall gained/fell gain/drop higher/lower highest/lowest raise/lower raise/cut
"""

EXCLUSIVE = """
man/woman men/women boy/girl boys/girls male/female father/mother dad/mom son/daughter brother/sister husband/wife uncle/aunt
grandfather/grandmother boyfriend/girlfriend black/white black/brown white/brown red/blue red/green blue/green yellow/red
grey/black grey/white brown/grey orange/green yellow/blue purple/blue pink/blue coffee/tea cat/dog beer/wine juice/water
guitar/piano guitar/flute piano/violin football/tennis soccer/tennis basketball/football soccer/basketball car/bike bus/train
bicycle/motorcycle horse/dog child/adult baby/adult kid/adult soccer/football faucet/bottle chicken/beef meat/fish
pizza/pasta spanish/french english/french german/french chinese/japanese uncle/cousin yellow/black yellow/white green/black
green/white red/white red/black blue/white blue/black orange/blue brown/black
"""
"""Of one kind, different, and both may be true."""

LIKE = """
adore adored adores appreciate appreciates enjoy enjoyed enjoys fan favorite favourite fond like liked likes love loved loves
prefer preferred prefers
"""

DISLIKE = """
allergic despise despises detest detests dislike disliked dislikes hate hated hates loathe loathes
"""

NUMBERS = {
    "0": "zero",
    "1": "one once",
    "2": "two twice",
    "3": "three thrice",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "11": "eleven",
    "12": "twelve",
    "13": "thirteen",
    "14": "fourteen",
    "15": "fifteen",
    "16": "sixteen",
    "17": "seventeen",
    "18": "eighteen",
    "19": "nineteen",
    "20": "twenty",
    "30": "thirty",
    "40": "forty",
    "50": "fifty",
    "60": "sixty",
    "70": "seventy",
    "80": "eighty",
    "90": "ninety",
    "100": "hundred",
    "1000": "thousand",
    "o1": "first",
    "o2": "second",
    "o3": "third",
    "o4": "fourth",
    "o5": "fifth",
    "o6": "sixth",
    "o7": "seventh",
    "o8": "eighth",
    "o9": "ninth",
    "o10": "tenth",
    "h": "half",
}
"""Value to words; o1 is an ordinal, h a half."""

DATES = {
    "m1": "january jan",
    "m2": "february feb",
    "m4": "april apr",
    "m6": "june jun",
    "m7": "july jul",
    "m8": "august aug",
    "m9": "september sep",
    "m10": "october oct",
    "m11": "november nov",
    "m12": "december dec",
    "w1": "monday mondays",
    "w2": "tuesday tuesdays",
    "w3": "wednesday wednesdays",
    "w4": "thursday thursdays",
    "w5": "friday fridays",
    "w6": "saturday saturdays",
    "w7": "sunday sundays",
    "ttoday": "today",
    "ttonight": "tonight",
    "tyesterday": "yesterday",
    "ttomorrow": "tomorrow",
    "tmorning": "morning mornings",
    "tafternoon": "afternoon",
    "tevening": "evening evenings",
    "tnight": "night nights",
    "tnoon": "noon",
    "tmidnight": "midnight",
    "tsummer": "summer",
    "tautumn": "autumn",
    "twinter": "winter",
    "tweekly": "weekly",
    "tdaily": "daily",
    "tmonthly": "monthly",
    "tyearly": "yearly",
    "tannually": "annually",
    "tweekend": "weekend weekends",
    "tweekday": "weekday weekdays",
}
"""m a month, w a weekday, t a part of the day or year."""

SINGLE = """
address age aged birthday born called citizen email employer favorite favourite height hometown job live lives living married
moved name named nationality native occupation password phone profession resides salary title weight working works zodiac
"""
"""A frame around one value: another value in it contradicts."""

OPEN = """
attended been bought buy buys dream dreams enjoy enjoys fan friend friends go goes going hope hopes know knows learn learning
like likes listen listens love loved loves made meet mentioned met plan planning plans play plays read reading reads received
recommended saw see seen speak speaks studied took travel traveled traveling travelled travels trip visit visited visiting
visits want wanted wants watch watched watches watching went
"""
"""A frame around one of many values: two names in it can both be true."""

PAST = """
formerly previously former ex anymore
"""

KIN = """
mother father mom mum mommy dad daddy parent parents son daughter child children kid kids baby sister brother sibling
siblings twin wife husband spouse fiance fiancee partner girlfriend boyfriend uncle aunt cousin nephew niece grandmother
grandfather grandma grandpa granny grandson granddaughter grandparents stepfather stepmother godmother godfather
mother-in-law father-in-law
"""
