import { type ElsewhereLanguage, elsewhere } from './language.ts'

const device = '(?:number|phone|mobile|cell(?: ?phone)?|handset|sim|APP)'
const say =
  '(?:message|text|write(?: to)?|ping|reach|contact|add|find|dm|hit|call|ring|chat with|chat to|talk to|get|catch|answer|reply to)'
const move =
  '(?:move|switch|continue|carry on|talk|chat|speak|discuss|go|take|keep|do|have|finish|handle|settle|write|text|message|call|send|forward|share|drop|be|jump|hop)'
const past = '(?:sent|wrote|written|texted|messaged|answered|replied|forwarded|dropped|called)'

export const english: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${say} (?:me|us|him|her|them)(?: [a-z']+){0,4}? (?:on|over|via|through|by|using) (?:my |the |our )?APP\\b`,
    `\\b${say} (?:you|it|that|this)(?: [a-z']+){0,4}? (?:on|over|via|through|from) (?:my |your )?APP\\b`,
    `\\b(?:let's|let us|can we|could we|shall we|should we|we can|we could|we should|can you|could you|please|better|rather|i'd prefer to|i prefer to|why don't we|how about we|i'll|i will|i can|we'll|happy to) (?:[a-z']+ ){0,2}${move} (?:[a-z']+ ){0,5}?(?:on|onto|to|over|via|through) (?:my |your )?APP\\b`,
    `^(?:and |so |then |just |ok |ok, )?${move} (?:[a-z']+ ){0,5}?(?:on|onto|to|over|via|through) (?:my |your )?APP\\b`,
    `\\b${past} (?:[a-z']+ ){0,5}?(?:on|over|via|through) (?:my |your )?APP\\b`,
    '\\b(?:are you|is he|is she) (?:also |still )?on APP\\b',
    '\\bdo you (?:have|use) APP\\b',
    '\\bmy APP (?:is|id|handle|number|name|username)\\b',
    '(?:^|[,;:] |\\b(?:just|please|and|so|or|then|better|can you|could you) )(?:APP|dm) me\\b',
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
