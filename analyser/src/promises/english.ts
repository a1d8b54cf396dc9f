import type { PromiseLanguage } from './language.ts'

const verb =
  '(?:send|forward|e-?mail|mail|share|call|ring|phone|text|write|get (?:back|it|this|that|you|them|the|your|our|onto)|come back|provide|prepare|arrange|confirm|update|follow up|let you know|keep you|deliver|finish|finali[sz]e|complete|submit|check|look (?:into|at)|review|reply|respond|answer|revert|transfer|process|return|have (?:it|this|that|the|your|an?)|drop|schedule|set up|book|file|put|draft|sort|fix|resolve|issue|refund|pay|bring|upload|report|make sure|ensure|be (?:in touch|in contact|back (?:to|with))|run|pull|circulate|post|clear|execute|place|speak|chase|find out|tell|give)'
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

export const english: PromiseLanguage = {
  promises: new RegExp(
    `\\b(?:i|we)(?:'ll| will| shall|(?:'m|'re| am| are) going to| promise to) (?:[a-z]+ ){0,2}${verb}\\b|` +
      `^(?:[a-z]+, )?will ${verb}\\b|\\byou(?:'ll| will) (?:[a-z]+ )?(?:have|get|receive|hear)\\b|` +
      `\\bwill be (?:with you|sent|ready|delivered|in your inbox|on your desk|done|completed)\\b|` +
      `\\blet me (?:[a-z]+ ){1,6}and (?:get|come) back\\b`,
  ),
  unless:
    /\b(?:not|won't|can't|cannot|never|unable|if|unless|once you|when you|in case|might|may|try to|hope|hopefully|would|could|should|have seen|valid|(?:confirm|inform|advise|remind)(?: you)? that (?:the|your|our|we|i|it|you|all|this|there|everything)|interest\b.*\b(?:until|till))\b/,
  aside:
    /[,;-]? (?:and |so )?(?:please |just |do )*(?:let me know|tell me|feel free|give me a shout|have an? (?:[a-z]+ )?(?:day|evening|weekend|week|time|trip|holiday|night|afternoon|one))\b.*$/,
  until: /\b(?:by|before|until|till|no later than|latest|within|on) (?:the |this |around |about )*$/,
  past: /\b(?:last|since|from|past|of|as at|per|dated|on last) (?:the |this )?$/,
  days: {
    numbers: {
      an: 1,
      a: 1,
      one: 1,
      two: 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
      ten: 10,
      'a couple of': 2,
      'a few': 3,
      few: 3,
      couple: 2,
      'couple of': 2,
    },
    today:
      /\b(?:today|tonight|this (?:morning|afternoon|evening)|(?:end of (?:the )?(?:day|business)|close of (?:business|play)|eod|cob)(?! (?:on |tomorrow|mon|tues|wed|thurs|fri))|by (?:noon|midday|lunchtime|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock)|\d{1,2}:\d\d)(?! (?:on |tomorrow|mon|tues|wed|thurs|fri)))/,
    tomorrow: /(?<!day after )\b(?:tomorrow|tmrw)\b/,
    dayAfterTomorrow: /\bday after tomorrow\b/,
    within:
      /\b(?:in|within)(?: the)?(?: next| about)? (?<n>\d{1,3}|an?|one|two|three|four|five|six|seven|ten|a couple of|couple of|a few|few) (?<working>business |working )?(?<unit>minutes?|mins?|hours?|hrs?|days?|weeks?)\b|\bwithin the (?<unit2>hour)\b/,
    units: { minutes: /^m/, hours: /^h/, weeks: /^w/ },
    weekday:
      /\b(?<next>next )?(?<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b(?:by|on|before) (?<weekday2>mon|tues?|wed|thurs?|fri|sat)\b/,
    weekdays: [/^mon/, /^tue/, /^wed/, /^thu/, /^fri/, /^sat/, /^sun/],
    thisWeek: /\b(?:end of (?:the |this )?week|(?:later )?this week|the weekend)\b/,
    nextWeek: /\bnext week\b/,
    thisMonth: /\b(?:end of (?:the |this )?month|this month|month-?end)\b/,
    nextMonth: /\bnext month\b/,
    date: new RegExp(
      `\\b(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<m>${month})\\b(?: (?<y>\\d{4}))?|\\b(?<m2>${month}) (?<d2>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<y2>\\d{4}))?`,
    ),
    months: [/^jan/, /^feb/, /^mar/, /^apr/, /^may/, /^jun/, /^jul/, /^aug/, /^sep/, /^oct/, /^nov/, /^dec/],
    dayOfMonth: /\b(?:by|on|before) the (?<d>\d{1,2})(?:st|nd|rd|th)\b/,
  },
}
