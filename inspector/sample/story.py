"""Two years of Vera Almeida, who is invented: what she said, and what an assistant made of it."""

from typing import Literal

from inspector.sample.script import Changed, Entry, Learned, Noted, Related, Said

L = Learned

HOME: list[Entry] = [
    Said(
        726,
        "Unpacked the last box today. Porto already feels like home.",
        (L("Lives in Porto", "profile", "home.city", key="porto"),),
    ),
    Said(
        598,
        "It is settled: from the first of the month after next we live in Braga, the lease is signed.",
        (
            L(
                "Lives in Braga",
                "profile",
                "home.city",
                "from the first of the month after next we live in Braga",
                since=556,
                key="braga",
            ),
        ),
        hour=19,
    ),
    Said(
        471,
        "For the tax form: we moved to Braga two weeks later than planned, the painters were late.",
        hour=11,
        key="late-painters",
    ),
    Changed(
        471, "correct", "braga", {"since": 542, "key": "braga-2", "text": "Lives in Braga", "said": "late-painters"}, hour=11
    ),
    Said(
        301,
        "I have been living in Lisbon since spring, I thought I had told you.",
        (L("Lives in Lisbon", "profile", "home.city", since=379, key="lisbon"),),
    ),
    Said(
        262,
        "Coimbra again this week, feels as if I lived there.",
        (L("Lives in Coimbra", "profile", "home.city", "as if I lived there", since=266, key="coimbra"),),
        hour=22,
    ),
    Changed(255, "retract", "coimbra"),
    Said(188, "Strictly speaking it is Almada, on the other side of the river from Lisbon.", key="almada-said"),
    Changed(
        188,
        "correct",
        "lisbon",
        {"key": "almada", "text": "Lives in Almada, across the river from Lisbon", "said": "almada-said"},
        hour=10,
    ),
    Said(
        11,
        "We get the keys to the house in Aveiro in five weeks, then no more ferry.",
        (L("Lives in Aveiro", "profile", "home.city", "keys to the house in Aveiro in five weeks", since=-24, key="aveiro"),),
        hour=20,
    ),
    Said(
        540,
        "Our landlady in Braga is called Dona Celeste and she hates drums.",
        (L("The landlady in Braga was Dona Celeste", "person"),),
    ),
    Said(
        185,
        "Ferry at 8:10, otherwise I am late for everything.",
        (L("Takes the 8:10 ferry to work", "observation", "work.commute", key="ferry"),),
    ),
    Said(
        533,
        "The new route: tram 1, then ten minutes on foot.",
        (L("Goes to work by tram", "observation", "work.commute", key="tram"),),
    ),
]

WORK: list[Entry] = [
    Said(
        722,
        "Four years at Radio Norte next month. I still like the night desk.",
        (
            L(
                "Works at Radio Norte",
                "profile",
                "work.employer",
                "Four years at Radio Norte next month",
                since=2150,
                key="radio",
            ),
            L("Likes the night desk", quote="I still like the night desk", key="night-desk"),
        ),
    ),
    Said(
        428,
        "Last day at the radio. On Monday I start at Cais Studio.",
        (L("Works at Cais Studio", "profile", "work.employer", "On Monday I start at Cais Studio", since=424, key="cais"),),
        hour=18,
    ),
    Changed(428, "end", "night-desk", {"at": 428}),
    Said(
        690,
        "I cut sound, I do not produce. Sound engineer, please.",
        (L("Is a sound engineer", "profile", "work.role", "Sound engineer", key="role"),),
    ),
    Said(
        96,
        "Since this month I lead the sound team, four people.",
        (L("Leads the sound team of four", "profile", "work.role", since=110, key="lead"),),
    ),
    Said(
        420,
        "Tomás from the studio lent me his field recorder.",
        (L("Tomás is a colleague at Cais Studio", "person", subject="Tomás", key="tomas"),),
    ),
    Said(
        400,
        "The river project has a name now: Margem. Ten episodes on the Tejo.",
        (L("Works on Margem, ten radio episodes on the Tejo", "project", "project.margem", key="margem"),),
    ),
    Said(
        260,
        "Margem shrinks to six episodes, budget.",
        (L("Margem has six episodes", "project", "project.margem.length", since=260, key="six"),),
    ),
    Said(
        380,
        "Margem will be ten episodes of half an hour.",
        (L("Margem has ten episodes", "project", "project.margem.length", key="ten"),),
    ),
    Said(
        30,
        "Episode five of Margem is mixed, one to go.",
        (L("Episode five of Margem is mixed", "project", "project.margem.stage", key="five"),),
    ),
    Said(
        74,
        "Margem: three of six are done.",
        (L("Three episodes of Margem are done", "project", "project.margem.stage", key="three"),),
    ),
    Said(210, "I edit in Reaper, I gave up on Pro Tools.", (L("Edits in Reaper", "preference", "work.editor", key="reaper"),)),
    Said(700, "Pro Tools at work, Pro Tools at home.", (L("Edits in Pro Tools", "preference", "work.editor", key="protools"),)),
    Said(
        150,
        "No meetings before ten, I am useless then.",
        (L("No meetings before ten", "preference", "work.hours", key="ten-oclock"),),
    ),
    Said(
        20,
        "Please move the call, you know: no meetings before ten.",
        (L("No meetings before ten", "preference", "work.hours"),),
        hour=8,
    ),
    Changed(20, "pin", "ten-oclock"),
    Said(
        342,
        "The microphones are two Schoeps, insured for 3,200.",
        (L("Owns two Schoeps microphones, insured for 3,200", "other"),),
    ),
    Said(
        133,
        "My backup disk died. Everything goes to the studio server now.",
        (L("Keeps recordings on the studio server", "other"),),
    ),
    Said(
        64,
        "Interview with the ferry pilots on Thursday went well, two hours of tape.",
        (L("Interviewed the ferry pilots for Margem", "project"),),
    ),
    Said(5, "Mixing all week, do not plan anything for me.", (L("Is mixing all week", "calendar", since=7, until=-1),)),
    Said(
        47,
        "I want to record the whole coast one day, from Caminha to Sagres.",
        (L("Wants to record the coast from Caminha to Sagres", "intention"),),
    ),
]

PEOPLE: list[Entry] = [
    Said(
        718,
        "Wei says hello. Three years together in May!",
        (L("Her partner is Chen Wei", "person", "partner", "Wei says hello", key="wei"),),
    ),
    Said(640, "Wei and I, still counting the months.", (L("Her partner is Chen Wei", "person", "partner"),)),
    Said(512, "Wei is from Chengdu, so the kitchen is his.", (L("Wei is from Chengdu", "person", subject="Wei", key="chengdu"),)),
    Said(
        610,
        "My sister Lena moved to Kazan again.",
        (L("Her sister Lena lives in Kazan", "person", "sister.city", subject="Lena", key="lena-kazan"),),
    ),
    Said(
        90,
        "Lena took the job in Tbilisi.",
        (L("Her sister Lena lives in Tbilisi", "person", "sister.city", subject="Lena", since=95, key="lena-tbilisi"),),
    ),
    Said(
        455,
        "Grandmother Nina turned ninety, she still knows every bird by its call.",
        (L("Her grandmother Nina knows birds by their calls", "person"),),
    ),
    Said(
        215,
        "Tomás and Rita are getting married in September.",
        (L("Tomás and Rita are engaged", "person", subject="Tomás", key="engaged"),),
    ),
    Said(
        160,
        "Vera has always wanted a dog, ask her about it.",
        (L("Wants a dog", "intention", key="dog"),),
        author="Tomás",
        talk="chat with Tomás",
    ),
    Said(
        158,
        "Vera is the fastest editor we have, and she drives the van.",
        (L("Drives the studio van", "observation", key="van"),),
        author="Rita",
        kind="group_message",
        talk="studio group",
    ),
    Said(157, "Me, in the van? I do not even have a licence.", kind="group_message", talk="studio group", hour=21),
    Said(
        300,
        "Doctor Sequeira is my GP now, the practice on Rua do Sol.",
        (L("Her doctor is Dr Sequeira", "person", "health.doctor", key="doctor"),),
        hour=13,
    ),
    Said(705, "My GP is Dr Brandão.", (L("Her doctor is Dr Brandão", "person", "health.doctor", key="doctor-old"),)),
    Said(36, "The cat came with the flat and is called Baixo.", (L("Has a cat called Baixo", "profile", "pet"),)),
    Said(12, "Baixo knocked over the tripod again, that cat.", (L("Has a cat called Baixo", "profile", "pet"),), hour=17),
]

HEALTH: list[Entry] = [
    Said(
        716,
        "For the file: I am allergic to penicillin, it was bad in 2016.",
        (L("Allergic to penicillin", "profile", "health.allergy", "I am allergic to penicillin", key="allergy"),),
    ),
    Said(
        298,
        "Told Dr Sequeira about the penicillin allergy, she noted it.",
        (L("Allergic to penicillin", "profile", "health.allergy"),),
        hour=14,
    ),
    Changed(716, "pin", "allergy"),
    Said(
        640, "Running is over, the knee says no.", (L("Stopped running because of her knee", "observation", key="knee"),), hour=12
    ),
    Said(350, "Swimming twice a week now, 40 lanes.", (L("Swims twice a week", "preference", "sport", key="swims"),)),
    Said(352, "Ask me about anything but sport.", hour=23),
    Said(660, "Ran the half marathon in 1:58!", (L("Runs half marathons", "preference", "sport", key="runs"),)),
    Said(41, "Slept six hours, as always.", (L("Sleeps six hours a night", "observation", key="sleep"),)),
    Said(
        58,
        "Dentist: 14 days from now, 16:00.",
        (L("Dentist at 16:00", "calendar", since=44, until=43, key="dentist"),),
        author=None,
        kind="screen_text",
        talk="calendar window",
    ),
    Said(
        128,
        "Order confirmed: contact lenses, -2.75 / -3.00",
        (L("Wears contact lenses", "observation", key="lenses"),),
        author=None,
        kind="screen_text",
        talk="mail window",
    ),
    Said(17, "Blood test came back, iron is low again.", (L("Her iron is low", "observation"),), hour=16),
    Said(
        19,
        "Physio on Rua Nova until the end of the month.",
        (L("Has physiotherapy on Rua Nova", "calendar", since=19, until=-12),),
    ),
]

TASTE: list[Entry] = [
    Said(
        714,
        "Coffee strong and black, never after six.",
        (
            L("Drinks strong black coffee", "preference", "drink.coffee", "Coffee strong and black", key="coffee"),
            L("No coffee after six", quote="never after six", key="after-six"),
        ),
    ),
    Said(
        401, "A double espresso, black, as strong as it gets.", (L("Drinks strong black coffee", "preference", "drink.coffee"),)
    ),
    Said(365, "I like my coffee black and strong.", (L("Likes her coffee black and strong", key="coffee-2"),)),
    Said(
        364,
        "You like strong black coffee, so the small place on Rua das Flores may suit you.",
        (L("Drinks strong black coffee", "preference", "drink.coffee"),),
        author="assistant",
        kind="assistant_message",
    ),
    Said(
        250,
        "No meat since New Year, fish is fine.",
        (L("Eats no meat, but fish", "preference", "diet", "No meat since New Year, fish is fine", since=300, key="fish"),),
    ),
    Said(685, "We eat everything, preferably grilled.", (L("Eats everything", "preference", "diet", key="everything"),)),
    Said(88, "Fish is off the list as well.", (L("Is vegetarian", "preference", "diet", key="vegetarian"),), hour=20),
    Said(
        80,
        "Vegetarian lasagne was a success, not even the cat missed the fish.",
        (L("Is vegetarian", "preference", "diet"),),
        hour=21,
    ),
    Said(570, "Window seat, always.", (L("Wants the window seat", "preference", "travel.seat"),)),
    Said(240, "On the train I want a window, I said so before.", (L("Wants the window seat", "preference", "travel.seat"),)),
    Said(330, "Trains rather than planes, as long as it is under ten hours.", (L("Prefers trains to planes under ten hours"),)),
    Said(205, "Dark theme everywhere, my eyes.", (L("Uses dark themes"),)),
    Said(145, "Answer me short, I read on the ferry.", (L("Wants short answers", "preference", "answers.length", key="short"),)),
    Said(
        144,
        "And in English unless I write something else.",
        (L("Answers in English unless she writes another language", "preference", "answers.language"),),
    ),
    Said(275, "Fado is not my thing, sorry, Lisbon.", (L("Does not like fado"),)),
    Said(276, "Shostakovich on Sundays, loud.", (L("Listens to Shostakovich on Sundays"),)),
    Said(118, "Red wine gives me a headache, white is fine.", (L("Red wine gives her a headache", "observation"),)),
    Said(27, "Two sugars in tea, none in coffee.", (L("Takes two sugars in tea"),)),
    Said(9, "The mint ice cream from Santini, nothing else.", (L("Likes the mint ice cream from Santini", "one_off"),)),
]

THINGS: list[Entry] = [
    Said(620, "Phone is the Fairphone 4 now.", (L("Has a Fairphone 4", "other", "phone", key="phone-4"),)),
    Said(55, "Switched to the Fairphone 6, the 4 goes to Lena.", (L("Has a Fairphone 6", "other", "phone", key="phone-6"),)),
    Said(490, "Bought a red bicycle from Rita, 120 euros.", (L("Has a red bicycle", "other", "bicycle", key="bike"),)),
    Said(70, "The bicycle is gone, stolen in front of the studio.", key="stolen"),
    Changed(70, "end", "bike", {"at": 70, "said": "stolen"}),
    Said(39, "Library card until next June.", (L("Has a library card in Almada", "other", since=39, until=-365),)),
    Said(410, "Passport expires in 2031.", (L("Her passport expires in 2031", "profile"),)),
    Said(322, "Rent is 870 now.", (L("Rent is 870 a month", "other", "home.rent", key="rent"),)),
    Said(
        84,
        "They raised the rent to 910 from this month.",
        (L("Rent is 910 a month", "other", "home.rent", since=89, key="rent-2"),),
    ),
    Said(
        24,
        "I saw 950 on the new contract, but that is for Aveiro.",
        (L("Rent is 950 a month in Aveiro", "other", "home.rent", "950 on the new contract", since=-24, key="rent-3"),),
    ),
    Said(2, "Parcel for the sound panels comes on Friday.", (L("Sound panels arrive on Friday", "one_off", since=2, until=-4),)),
    Said(
        1,
        "Train to Madrid is booked, carriage 4, seat 61.",
        (L("Takes the train to Madrid, carriage 4, seat 61", "calendar", since=-9, until=-10),),
    ),
    Said(
        3,
        "From next week on I teach Tuesdays at the school in Setúbal.",
        (L("Teaches sound in Setúbal on Tuesdays", "project", "work.teaching", since=-5, key="teaching"),),
    ),
]

RUSSIAN: list[Entry] = [
    Said(
        712,
        "Родной язык у меня русский, выросла в Казани.",
        (
            L("Родной язык — русский", "profile", "language.native", "Родной язык у меня русский"),
            L("Выросла в Казани", "profile", quote="выросла в Казани"),
        ),
    ),
    Said(
        604,
        "Маме звоню по воскресеньям, в семь вечера.",
        (L("Звонит маме по воскресеньям", "preference", "mother.calls"),),
        talk="по-русски",
    ),
    Said(
        233,
        "В воскресенье снова звонила маме, два часа проговорили.",
        (L("Звонит маме по воскресеньям", "preference", "mother.calls"),),
        talk="по-русски",
    ),
    Said(
        590,
        "Мама преподаёт химию, ей шестьдесят два.",
        (L("Мама преподаёт химию", "person", "mother.work", subject="мама", key="mama-work"),),
        talk="по-русски",
    ),
    Said(
        62,
        "Мама вышла на пенсию и завела пчёл.",
        (L("Мама на пенсии, держит пчёл", "person", "mother.work", subject="мама", key="bees"),),
        talk="по-русски",
    ),
    Said(
        580,
        "Чай зелёный, без сахара. Две ложки кладёт только Лена.",
        (L("Пьёт зелёный чай без сахара", key="tea"),),
        talk="по-русски",
    ),
    Said(
        450,
        "Читаю Платонова, медленно и с карандашом.",
        (L("Читает Платонова", "observation", "reading", key="platonov"),),
        talk="по-русски",
    ),
    Said(
        31,
        "Теперь читаю Водолазкина, «Лавра».",
        (L("Читает «Лавра» Водолазкина", "observation", "reading", key="lavr"),),
        talk="по-русски",
    ),
    Said(
        387,
        "Учу китайский с марта, три раза в неделю.",
        (L("Учит китайский три раза в неделю", "project", "language.chinese", key="zh-learn"),),
        talk="по-русски",
    ),
    Said(
        140,
        "Сдала HSK 3, двести сорок баллов!",
        (L("Сдала HSK 3", "profile", "language.chinese", since=146, key="hsk"),),
        talk="по-русски",
    ),
    Said(222, "Не люблю, когда говорят «присаживайтесь».", (L("Не любит слово «присаживайтесь»"),), talk="по-русски"),
    Said(
        176,
        "На даче у бабушки ловит только один оператор.",
        (L("На даче у бабушки плохая связь", "observation"),),
        talk="по-русски",
    ),
    Said(
        99,
        "Пароль от вайфая бабушки я опять забыла, он на холодильнике.",
        (L("Пароль от вайфая бабушки висит на холодильнике", "one_off", key="wifi"),),
        talk="по-русски",
    ),
    Said(77, "Боюсь высоты, на мост пешком не пойду.", (L("Боится высоты", "profile", key="heights"),), talk="по-русски"),
    Said(
        42,
        "По утрам — йога, двадцать минут, под радио.",
        (L("Делает йогу по утрам", "preference", key="yoga"),),
        talk="по-русски",
    ),
    Said(14, "Ёлку в этом году ставим живую, в кадке.", (L("Хочет живую ёлку в кадке", "intention"),), talk="по-русски"),
    Noted(333, L("Коллекционирует виниловые пластинки", "preference", key="vinyl")),
    Noted(333, L("Умеет играть на аккордеоне", "profile", key="accordion"), hour=13),
]

CHINESE: list[Entry] = [
    Said(
        508,
        "我男朋友是成都人，他做的麻婆豆腐最好吃。",
        (L("最喜欢男朋友做的麻婆豆腐", quote="他做的麻婆豆腐最好吃"),),
        talk="中文",
    ),
    Said(372, "我每周三晚上有中文课。", (L("每周三晚上有中文课", "calendar", "language.class", key="class-wed"),), talk="中文"),
    Said(102, "中文课改到周五了。", (L("每周五晚上有中文课", "calendar", "language.class", key="class-fri"),), talk="中文"),
    Said(318, "我不吃香菜，千万别放。", (L("不吃香菜", "preference", "food.coriander"),), talk="中文"),
    Said(116, "又说一遍：面里不要香菜！", (L("不吃香菜", "preference", "food.coriander"),), talk="中文"),
    Said(
        290,
        "春节我们去成都看他父母。",
        (L("春节去成都看男朋友的父母", "calendar", since=282, until=268, key="spring"),),
        talk="中文",
    ),
    Said(230, "我的中文名字叫魏拉。", (L("中文名字叫魏拉", "profile", "name.chinese"),), talk="中文"),
    Said(190, "老师姓李，从上海来。", (L("中文老师姓李，上海人", "person", subject="李老师", key="teacher"),), talk="中文"),
    Said(112, "我想明年去云南录鸟叫。", (L("想明年去云南录鸟叫", "intention", key="yunnan"),), talk="中文"),
    Said(66, "我住的地方离地铁站走路五分钟。", (L("住处离地铁站走路五分钟", "observation"),), talk="中文"),
    Said(50, "我喜欢喝茉莉花茶，不要太烫。", (L("喜欢喝茉莉花茶", key="jasmine"),), talk="中文"),
    Said(33, "他的生日是十一月八号。", (L("男朋友的生日是十一月八号", "person", "partner.birthday"),), talk="中文"),
    Said(8, "下周老师请假，没有课。", (L("下周没有中文课", "calendar", since=-3, until=-10),), talk="中文"),
    Said(6, "记得提醒我给李老师发作业。", (L("要给李老师发作业", "one_off", key="homework"),), talk="中文"),
]

LISTS: list[Entry] = [
    Noted(700, L("Collects old train timetables", key="timetables")),
    Noted(700, L("Is left-handed", "profile", key="left-handed"), hour=13),
    Noted(240, L("Once fixed a harmonium for a church in Minho", "observation")),
    Noted(240, L("Sings alto in a choir", "preference", "choir", key="choir"), hour=13),
    Changed(130, "end", "choir", {"at": 134}),
    Noted(60, L("Has a brother called Igor", "person", key="igor")),
    Changed(52, "retract", "igor"),
    Changed(45, "confirm", "left-handed"),
    Changed(40, "confirm", "yoga"),
    Changed(10, "pin", "heights"),
    Said(
        4,
        "The doctor says Rua do Sol, I say second floor, no lift.",
        (L("Dr Sequeira's practice is on the second floor", "observation"),),
    ),
]

RELATIONS: list[Entry] = [
    Related(717, ("Vera", "partner of", "Wei"), ("wei",)),
    Related(419, ("Vera", "works with", "Tomás"), ("tomas",)),
    Related(427, ("Vera", "works at", "Cais Studio"), ("cais",)),
    Related(721, ("Vera", "works at", "Radio Norte"), ("radio",)),
    Related(609, ("Lena", "lives in", "Kazan"), ("lena-kazan",)),
    Related(90, ("Lena", "lives in", "Tbilisi"), ("lena-tbilisi",)),
    Related(511, ("Wei", "comes from", "Chengdu"), ("chengdu",)),
    Related(188, ("李老师", "teaches", "Vera"), ("teacher",)),
]

STORY: list[Entry] = [*HOME, *WORK, *PEOPLE, *HEALTH, *TASTE, *THINGS, *RUSSIAN, *CHINESE, *LISTS, *RELATIONS]

MERGED = (("coffee-2", "coffee"),)
"""Facts that say what another says, and that one."""

EXPIRED = (("homework", 3), ("wifi", 69))
"""Facts that a clock ended, and how many days ago."""

SOURCES_SINCE: tuple[tuple[str, Literal["changed", "gone"]], ...] = (("reaper", "changed"), ("swims", "gone"))
"""Facts whose message was edited or deleted since."""
