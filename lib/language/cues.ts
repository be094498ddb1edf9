/*
 * Cues for dialogue acts: English patterns, each matched against one sentence in lower case. The patterns are based on
 * grammar and everyday usage. Every repetition in a pattern is bounded, so matching takes at most linear time.
 */

/* Words that several cues share. */

const refusable = '(?:agree|accept|support|approve|endorse|go along|go with|consent|vote for|back)';
const offerWords =
  'proposal|suggestion|offer|idea|plan|deal|solution|allocation|estimate|terms|arrangement|division|split';
const offer = `(?:${offerWords})`;
const adverbs = '(?:\\w+ly |very |quite |also |rather |now |still |more |most |too |so |a bit |just ){0,5}';
const quality =
  '(?:good|great|nice|excellent|fine|fair|unfair|reasonable|unreasonable|sensible|solid|strong|weak|poor|bad|useful|' +
  'helpful|promising|attractive|appealing|balanced|unbalanced|uneven|beneficial|interesting|valuable|efficient|' +
  'generous|one-sided|lopsided|harsh|costly|risky|low|high|plausible|realistic|unrealistic|convincing|unconvincing|' +
  'important|encouraging|favou?rable|unfavou?rable|optimal|better|best|worse|worst|close|wrong|accurate|reliable|' +
  'consistent|clear|unclear|workable|impressive|disappointing|concerning|compelling|worthwhile|logical|sound)';

export const summarizes = new RegExp(
  [
    '\\bto (?:sum (?:it |this |things )?up|summari[sz]e|recap|recapitulate|wrap up|conclude)\\b',
    '\\b(?:in (?:summary|short|sum|brief|conclusion)|all in all|summing up|summari[sz]ing|a (?:brief |short |quick )?(?:summary|recap))\\b',
    '\\bso far,? (?:we|i|the|it|everyone|all|there)\\b|\\b(?:we|what we) (?:have|know|learned|heard|discussed|said|established)\\b.{1,500}\\bso far\\b',
    '\\bthe (?:main|key) points?\\b|\\blet me (?:sum|recap|pull together)\\b|\\bputting (?:it all |everything |this )together\\b|\\bwhere we (?:stand|are)\\b|\\bstate of (?:play|the discussion)\\b',
  ].join('|'),
);

export const compromises = new RegExp(
  [
    '\\bcompromis\\w*|\\b(?:middle|common) ground\\b|\\bmid(?:way|dle|point)\\b|\\bhalf[ -]?way\\b|\\bin between\\b',
    '\\bsplit(?:ting)? the difference\\b|\\bconcession\\w*|\\bconced(?:e|ing)\\b|\\bto bridge\\b|\\btake (?:parts|something|elements) (?:from|of) (?:both|each|all)\\b',
    '\\b(?:combin|merg|blend|reconcil)\\w* (?:\\w+ ){0,20}(?:both|ideas|proposals|wishes|interests|views|preferences|positions|needs)\\b',
    "\\bi (?:can|could|would|will|am willing to|'m willing to|am ready to) (?:settle for|give up|go (?:up|down) to|move (?:up|down|toward)|lower my|give ground)\\b",
    '\\b(?:each|both|all) (?:of us )?(?:get|gets|gives?|yields?) (?:a little|a bit|some|part|something)\\b|\\bsomething for (?:each|every|all)\\w*',
    '\\bif you (?:\\w+ )?(?:lower|raise|reduce|drop|add|give|accept)\\b.{1,500}\\bi (?:will|would|can|could)\\b|\\bsatisf\\w+ (?:both|all) (?:sides|parties|of us)\\b',
  ].join('|'),
);

export const proposes = new RegExp(
  [
    "\\bi(?:'d| would| will|'ll| want to| wish to| hereby| therefore| would like to|'d like to| can)? (?:like to )?(?:also )?(?:propose|suggest|recommend|offer|put forward)\\b",
    "\\b(?:i am|i'm|we are) (?:proposing|suggesting|offering|recommending)\\b|\\b(?:my|our|a new|another|one|an alternative) (?:new |initial |first |concrete )?(?:proposal|suggestion|offer|idea)(?: is| would be|:)",
    `\\b(?:here(?:'s| is| are| comes)|i have|consider|imagine) (?:my|an?|one|another|some) (?:\\w+ )?(?:${offerWords}|alternative|option|possibility|scheme)\\b`,
    "\\b(?:how|what) about\\b|\\bwhat if (?:we|i|you|each|everyone)\\b|\\bwhy (?:don't|not|do not) (?:we|you|i)\\b|\\bshall we\\b|\\bsuppose (?:we|i|you)\\b",
    "\\blet(?:'s| us| me) (?!know|me know|see|hear|go with (?:your|his|her|their|that|agent)|not\\b|be clear)\\w+",
    '\\bwe (?:could|should|might|can) (?:try|set|divide|split|share|give|trade|swap|exchange|choose|pick|settle|go|use|rate|estimate|move|adopt|consider|distribute|allocate)\\b',
    '\\bin (?:exchange|return|trade) for\\b|\\bwould you (?:be (?:willing|ready|open|prepared|interested)|consider|like to|trade|swap|give|exchange|take|accept)\\b',
  ].join('|'),
);

/**
 * Matches phrases such as "I can give". These phrases count as a proposal only if the sentence also contains a
 * quantity.
 */
export const offers =
  /\bi (?:could|would|can|will|'ll|'d|am willing to|'m willing to|am ready to|am prepared to|am open to)(?: be (?:willing|ready|prepared|open|happy|glad) to)? (?:trad\w+|swap\w*|exchang\w+|giv\w+|offer\w*|shar(?:e|ing) (?:my|some|a part)|part with|sell|send|hand over)\b/;
export const quantity =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|all|a (?:third|quarter|dozen))\b/;

export const declines = new RegExp(
  [
    `\\b(?:can't|cannot|can not|won't|will not|don't|do not|couldn't|could not|wouldn't|would not|am not able to|am unable to|not going to|not ready to|not willing to|unwilling to|refuse to|hesitate to|not prepared to) (?:\\w+ly |yet )?${refusable}\\b`,
    `\\bi(?:'m| am)? (?:\\w+ly |have to |must |would |will |want to )*(?:disagree|decline|reject|refuse|object|turn (?:\\w+ )?down|pass on|oppose|vote against)\\b`,
    "\\b(?:not|isn't|aren't) (?:\\w+ )?(?:acceptable|agreeable|an option|on board|convinced|in favou?r|interested|happy with|satisfied with)\\b|\\bunacceptable\\b|\\bout of the question\\b",
    "\\b(?:doesn't|does not|won't|wouldn't|would not|will not) (?:\\w+ )?(?:work|do|suit|help) (?:for|with) (?:me|us)\\b|\\bi(?:'d| would) rather not\\b|\\bno,? (?:thanks|thank you)\\b|\\bi(?:'m| am) against\\b",
  ].join('|'),
);

export const accepts = new RegExp(
  [
    "(?<!\\bif )\\bi(?:'m| am|'ll| will| can| do| would|'d)? (?:\\w+ly |also |happy to |glad to |pleased to |ready to |willing to |inclined to |be happy to |prepared to |too )*(?:agree|accept|support|approve|endorse|second|back)(?! that (?:\\w+ ){0,20}(?:not|hard))\\b",
    "^agreed\\b|\\bagreed[.!]|\\bwe (?:all |both )?(?:agree|are in agreement|have a deal|have an agreement)\\b|\\bi(?:'m| am) (?:\\w+ly )?(?:on board|in (?:agreement|favou?r)|fine with|okay with|ok with|happy with|satisfied with|for it|convinced)\\b|\\bin agreement\\b",
    `\\b(?:that|this|it|your ${offer}|the ${offer})(?:'s| is)? (?:\\w+ )?(?:works? for (?:me|us)|suits? me|(?:fine|okay|ok) (?:with|by) me|acceptable)\\b|\\bsounds (?:good|great|fine|fair) to me\\b`,
    `\\blet(?:'s| us) (?:go with|adopt|take|settle on) (?:your|his|her|their|that|this|the|agent)\\b|\\bcount me in\\b|\\b(?:it's|it is) a deal\\b|^deal\\b|\\b(?:has|have|gets?|got) my (?:full |whole )?(?:vote|support|agreement|approval|backing|consent|yes)\\b|\\bi can live with\\b|\\bi(?:'ll| will| would|'d) (?:vote for|go with|go along with|join|take) (?:your|that|this|the|agent|it)\\b`,
  ].join('|'),
);

/** Matches words such as "yes". These words count as Accept only if another agent made a proposal. */
export const affirms = /^(?:yes|yeah|okay|ok|sure|absolutely|certainly|of course|by all means)\b/;

export const defends = new RegExp(
  [
    "\\bi(?:'m| am|'d| would|'ll| will| must| do)? (?:still|continue to|keep|remain|stand by|stick|maintain|insist|hold to|hold on|hold firm|uphold|reaffirm|reiterate|stay with|stay by|persist)\\b",
    "\\bas i (?:\\w+ )?(?:said|argued|explained|mentioned|proposed|suggested|stated|noted|pointed out)\\b|\\bmy (?:\\w+ )?(?:position|view|opinion|mind|stance|proposal|estimate|offer|suggestion) (?:still |remains|has not|hasn't|is still|is unchanged|stands|does not change)",
    "\\b(?:despite|in spite of|even after|notwithstanding) (?:\\w+ ){0,4}(?:objections?|concerns?|criticism|doubts?|arguments?|considering|hearing)\\b|\\bi (?:have not|haven't|see no reason to|won't|will not|would not|wouldn't) (?:chang\\w*|giv\\w+ up|back down|mov\\w+|withdraw|abandon|drop)\\b",
  ].join('|'),
);

export const evaluates = new RegExp(
  [
    `\\b(?:is|are|was|were|looks?|seems?|sounds?|feels?|appears?|be|makes?(?: it)?|strikes me as|find (?:it|this|that|the \\w+|your \\w+)|'s|think (?:it|that|this)|consider (?:it|this|that)) (?:to be )?(?:not |a |an |the |one of |less |much |somewhat |far )*${adverbs}${quality}\\b`,
    `\\b${adverbs}${quality} (?:${offerWords}|point|argument|choice|approach|analysis|observation|insight|basis|trade|start|thinking)\\b`,
    '\\bmakes? (?:a lot of |no |good |perfect |little )?sense\\b|\\bin my (?:view|opinion|judge?ment|eyes)\\b|\\b(?:i|we) (?:\\w+ly )?(?:like|dislike|love|appreciate|value|doubt|worry|fear|question) (?:the|that|this|your|how|whether|agent|his|her|their|about)\\b',
    '\\b(?:benefits?|favou?rs?|harms?|hurts?|improves?|ignores?|overlooks?|underestimates?|overestimates?|disadvantages?) (?:\\w+ )?(?:everyone|everybody|all|both|me|you|us|some|only|one|nobody|agent|each|the|my|your)\\b',
    '\\b(?:advantages?|disadvantages?|drawbacks?|strengths?|weakness(?:es)?|downsides?|upsides?|concerns?|flaws?|merits?) (?:of|with|is|about|in|are)\\b|\\b(?:is|are) worth\\b|\\bnot enough for\\b|\\b(?:too|very) (?:much|little|few|many|far|high|low|generous|early|late)\\b',
    `\\bfinds? (?:\\w+ ){0,3}${adverbs}${quality}\\b|\\b(?:serv|suit|fit|treat|help|hurt|reward|leav)\\w* (?:me|us|you|them|everyone|everybody|all of us|nobody|agent \\w+) (?:\\w+ )?(?:well|badly|poorly|better|worse|best|off)\\b`,
    '\\b(?:close to|near|far from|short of|beyond|above|below|better than|worse than|more than|less than) (?:what )?(?:i|we|my|our|you) (?:\\w+ )?(?:hope|expect|want|need|imagine|wish|deserve)\\w*|\\broom (?:for|to) improve\\w*|\\bcould be (?:better|worse|fairer|improved)\\b',
    '\\bi (?:think|believe|feel|find|consider|judge)(?: that)? (?:the|this|that|your|agent|his|her|their|it|such)\\b',
  ].join('|'),
);

/** Matches questions about whether something is true. */
export const confirms = new RegExp(
  [
    '\\b(?:is|was|are|were|do i have|have i got) (?:it|that|this|these|my|our|what i|your) (?:\\w+ ){0,20}(?:right|correct|true|accurate|the case|what you (?:mean|meant|said))\\b|\\b(?:am i|are we) (?:right|correct|understanding)\\b',
    '\\b(?:did|do|have) i (?:\\w+ )?(?:understand|understood|get|got|hear|heard|read|recall|remember)(?: \\w+)? (?:\\w+ ){0,20}(?:right|correctly|properly|that|you)\\b|\\bif i (?:understand|understood|heard|remember|recall|read)\\b',
    "\\b(?:just )?to (?:confirm|verify|double[- ]check|make sure|be sure|clarify|check)\\b|\\b(?:can|could|would|will|please|you|anyone|someone|everyone|i want|i'd like|let me|we) (?:\\w+ ){0,3}(?:confirm|verify|double[- ]check|validate)\\b",
    "\\b(?:are you|you are|you're) (?:saying|suggesting|telling|sure|certain|still)\\b|\\b(?:do|did) you (?:really )?mean\\b|\\bdid you (?:really |just )?(?:say|offer|propose|mention|write)\\b|\\byou (?:said|mentioned|told|wrote|stated)\\b.{0,500}\\?",
    "[,\\-\u2013\u2014] ?(?:right|correct|yes|ok|okay|no|true|is that so|isn't it|aren't you|don't you|doesn't it|didn't you|haven't you|won't you|isn't that so)\\?|\\bis that so\\?|\\bright\\?$|\\bcorrect\\?$",
  ].join('|'),
);

/** Matches requests without a question mark. */
export const requests = new RegExp(
  [
    '\\b(?:please|kindly) (?:\\w+ )?(?:share|tell|say|give|provide|explain|describe|list|let|send|state|report|elaborate|clarify|look|show|add|specify|reveal|name|answer|write|comment)\\b',
    "\\b(?:let|tell|give|show|inform|send) (?:me|us) (?:know|hear|your|what|how|which|who|why|when|more about|all about|about|whether)\\b|\\bi(?:'d| would) (?:\\w+ )?(?:like|love|want|need|appreciate|be (?:interested|curious|glad|grateful|happy)) (?:to (?:know|hear|learn|see|understand|ask)|if you|(?:more|some|any) (?:information|details?|data|context|insights?))\\b",
    "\\bi (?:want|need|wish|hope) to (?:know|hear|learn|see|ask|understand)\\b|\\bi(?:'m| am) (?:curious|wondering|interested (?:in|to))\\b|\\bi wonder\\b|\\b(?:could|can|would|will) (?:you|anyone|somebody|someone|everyone|each of you|the others) (?:\\w+ )?(?:share|tell|say|give|provide|explain|describe|let|elaborate|clarify|show)\\b",
    "\\bi (?:do not|don't) (?:yet )?know (?:what|how|which|who|why|when|whether|your|anything)\\b|\\b(?:share|tell|describe|explain|state) (?:your|more about|what you|with us)\\b",
  ].join('|'),
);

/** Matches sentences that begin with a greeting or with thanks. */
export const greets =
  /^(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|welcome|thanks?|thank you|cheers|bye|goodbye|nice to|good to|glad to|pleased to|(?:i am|i'm|this is) (?:glad|happy|pleased) to|looking forward)\b/;
