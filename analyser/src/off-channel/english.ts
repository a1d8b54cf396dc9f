import { type ElsewhereLanguage, elsewhere } from './language.ts'

const device = '(?:number|phone|mobile|cell(?: ?phone)?|handset|sim|APP)'
const say =
  '(?:message|text|write(?: to)?|ping|reach|contact|add|find|dm|hit|call|ring|chat with|chat to|talk to|get|catch|answer|reply to)'
const write =
  '(?:message|text|write(?: to)?|ping|reach|contact|dm|call|ring|chat with|chat to|talk to|answer|reply to)'
const lead =
  "(?:\\b(?:let's|let us|can we|could we|shall we|should we|we can|we could|we should|can you|could you|please|better|rather|i'd prefer to|i prefer to|why don't we|how about we|i'll|i will|i can|we'll|happy to) (?:[a-z']+ ){0,2}|^(?:and |so |then |just |ok |ok, )?)"
const talk = '(?:continue|talk|chat|speak|discuss|write|text|message)'
const move = '(?:call|carry on|take|keep|do|have|finish|handle|settle)'
const own = '(?:my |your )?'

/** What a conversation is about is none of these: "an eye", "profits", "the stop", "the analysis". */
const pronoun =
  '(?:(?:this|it|that|them|these|everything|things|now|later|instead|back|quickly|off|offline|over|about (?:this|it|that)|the rest) ){0,3}'
const conversation =
  '(?:the|this|our|a|another|a quick|a short|the rest of (?:the|this|our)) (?:conversation|chat|discussion|talk|call|thread) '
/** A word that leaves open what is written: not "the price on", "a note on". */
const light =
  "(?: (?!(?:an?|the|your|our|my|his|her|their|some|any|all|its|about|regarding|prices?|quotes?|news|levels?|views?|research|updates?|numbers|figures|notes?|reports?|ideas?|exposure|color|details)\\b)[a-z']+)"

/** The application and no company: not "Telegram bonds", "Facebook and Microsoft". */
const noCompany =
  "\\b(?!'s|-| (?:bonds?|debt|notes?|shares?|stocks?|equity|calls?|puts?|options?|positions?|earnings|results|numbers|figures|exposure|valuations?|prices?|risks?|trades?|orders?|deals?|research|analys[ei]s|futures|levels?|iduna)\\b| (?:and|or|versus|vs) [a-z]+(?:END))"
const after =
  '\\b(?=END| (?:please|instead|then|now|later|tonight|tomorrow|today|yesterday|when|whenever|if|so|for this|for that|because|as|again|too|after|before|until|an hour|and (?:i|we|you|then|let)\\b))'
const asked =
  '\\b(?=\\s*$|\\s*[.;!?)]| (?:too|as well|by any chance|installed|at all|on your phone|yet)\\b|, by the way)'

export const english: ElsewhereLanguage = {
  app: elsewhere(
    `\\b(?!(?:find|add|get|catch) us)${say} (?:me|us|him|her|them)${light}{0,4}? on (?:my |the |our )?APP${noCompany}`,
    `\\b${write} (?:me|us|him|her|them)(?: [a-z']+){0,4}? (?:over|via|through|by|using) (?:my |the |our )?APP${noCompany}`,
    `\\b(?:${write}|send) (?:me|us|him|her|them)(?: [a-z']+){0,5}? on (?:my |our )?ONLY${after}`,
    `\\b(?:add|find|${write}) you${light}{0,4}? (?:on|over|via|through|from) ${own}APP${noCompany}`,
    `\\b(?:write|text|message|send|forward) (?:it|that|this)${light}{0,4}? (?:on|over|via|through|from) ${own}APP${noCompany}`,
    `${lead}(?:send|forward|share|drop) (?:[a-z']+ ){1,5}?(?:via|over|through) ${own}APP${after}`,
    `${lead}(?:send|forward|share|drop) (?:(?:me|us|you|him|her|it|this|that|them) ){1,2}(?:the (?:files?|photos?|pictures?|links?|address|documents?|contract) )?(?:on|to) ${own}APP${after}`,
    `${lead}${talk} ${pronoun}(?:on|over|via|to) ${own}APP${after}`,
    `${lead}${move} ${pronoun}(?:on|over|via|to) ${own}CHAT${after}`,
    `${lead}(?:${talk}|${move}) ${conversation}(?:on|over|via|to) ${own}CHAT${after}`,
    `${lead}(?:move|switch) (?:this|it|that|our (?:chat|conversation)|the (?:chat|conversation)) (?:over )?(?:to|onto) ${own}CHAT${after}`,
    `${lead}(?:move|switch|go|jump|hop|be) (?:over )?(?:on|onto|to) ${own}CHAT${after}`,
    `\\b(?:sent|wrote|written|texted|messaged|answered|replied|forwarded|called) (?:(?:to|you|me|us|him|her|them|it|this|that|back) ){0,4}(?:on|over|via|through) ${own}APP${noCompany}`,
    `\\b(?:sent|forwarded|messaged) (?:[a-z']+ ){1,5}?via ${own}APP${after}`,
    `\\b(?:are you|is he|is she) (?:also |still )?on APP${asked}`,
    `\\bdo you (?:also |still )?(?:use APP|have CHAT)${asked}`,
    '\\bmy APP (?:id|handle|number|name|username)\\b',
    '\\bmy CHAT is (?!down|up|at|not|broken)',
    '(?:^|[,;:] |\\b(?:just|please|and|so|or|then|better|can you|could you) )(?!signal)APP me\\b',
  ),
  private: elsewhere(
    `\\b(?:on|to|from|via|use|using|at|call|text|ring|try|through|over|here's|here is|this is|take|save|gave you|give you) (?:me on |you on )?(?:my|his|her|your|our|the) (?:own )?(?:private|personal|home) ${device}\\b`,
    `\\bmy (?:own )?(?:private|personal|home) ${device}(?:'s| is|:| -)`,
    '\\b(?:on|to|from|via|use|using|at) (?:my|his|her|your) other (?:phone|mobile|cell|handset|sim)\\b',
    `\\b${say} (?:me|us|you|him|her) (?:[a-z]+ )?(?:privately|in private)\\b`,
  ),
  mail: elsewhere(
    '\\b(?:on|to|from|via|use|using|at|through|check) (?:my|his|her) (?:own )?(?:private|personal|home) (?:e-?mails?|mail|mailbox|inbox|HOST)\\b',
    '\\b(?:on|to|from|via|use|using|at|through) (?:my|his|her) HOST\\b',
    "\\bmy (?:private |personal )?(?:HOST|(?:private|personal) e-?mail)(?: address)?(?:'s| is|:)",
  ),
  unwritten: elsewhere(
    "\\b(?:let's not|better not|rather not|prefer not to|don't|do not|please don't) (?:really |just )?(?:put|write|say|discuss|talk about|do|go into|text|type|mention) (?:this|that|it|about it|about this|more|names|anything about (?:it|this|that)) (?:down )?(?:in writing|here|on here|in (?:this|the) (?:chat|thread)|over (?:text|chat|e-?mail)|on this (?:line|channel|chat))(?=[\\s,.;:!?)]*$|[,.;:]| [-\\u2013\\u2014])",
    "\\b(?:let's not|better not|rather not)(?: here| in writing| in the chat| on this line)(?=[\\s,.;:!?]*$|[,.;:])",
    '^(?:nothing|not|never) in writing\\b',
    "\\b(?:don't|do not|won't|rather not|not going to|prefer not to|can't|cannot) (?:want to )?(?:put|have) (?:this|that|it|any of this) in writing\\b",
  ),
  unless:
    /\b(?:not|never|cannot|no longer|without|instead of|[a-z]+n't|policy|policies|rules|allowed|permitted|prohibited|forbidden|compliance|scams?|fraud|fake|outage|shares?|stock|fund|ipo|ads?|campaign|article|post|records?|on file|profile|form|kyc|has changed|verification|verify|otp|password|connected|business account)\b/,
  aside: /\bwhy (?:don't|not)\b|\bif you (?:don't mind|can't reach me|cannot reach me)\b|\bor not\b/,
}
