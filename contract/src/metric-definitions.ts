/** What each metric counts, in words. The server counts by the same ids (`domains/metrics/`). Source: docs/metrics.md. */

/** How a figure is written: a number, a share in percent, or a duration. */
export type MetricUnit = 'count' | 'percent' | 'per-thousand' | 'minutes' | 'hours'

export interface MetricDefinition {
  readonly name: string
  /** One sentence for a person who sees it for the first time. */
  readonly meaning: string
  /** How it is calculated. */
  readonly formula: string
  readonly unit: MetricUnit
  /** Which direction is good; undefined if neither is. */
  readonly better?: 'more' | 'fewer'
  /** A state at one time, not a sum over a period. */
  readonly isNow?: true
}

const metric = <const D extends MetricDefinition>(definition: D): D => definition

export const metricDefinitions = {
  messages: metric({
    name: 'Messages',
    meaning: 'What people said to each other: received, sent, and among your people.',
    formula:
      'Captured messages posted in the period. What several accounts captured counts once. System notices and automatic replies don’t count.',
    unit: 'count',
  }),
  'messages-received': metric({
    name: 'Messages received',
    meaning: 'How much clients and others write to your people.',
    formula: 'Messages from outside contacts to your people, posted in the period.',
    unit: 'count',
  }),
  'messages-sent': metric({
    name: 'Messages sent',
    meaning: 'How much your people write to clients and others.',
    formula: 'Messages from your people to outside contacts, posted in the period.',
    unit: 'count',
  }),
  conversations: metric({
    name: 'Conversations',
    meaning: 'How often people talked, however many messages it took.',
    formula:
      'Stretches of messages between the same participants on one channel. A pause of more than 24 hours starts a new one.',
    unit: 'count',
  }),
  representatives: metric({
    name: 'Representatives',
    meaning: 'Your people who can talk to clients on a captured channel.',
    formula:
      'Enabled messenger users who own an account that was connected, or who wrote through a shared one.',
    unit: 'count',
  }),
  'active-representatives': metric({
    name: 'Active representatives',
    meaning: 'Representatives who talk to clients.',
    formula: 'Representatives who sent at least one message to an outside contact in the period.',
    unit: 'count',
    better: 'more',
  }),
  'inactive-representatives': metric({
    name: 'Inactive representatives',
    meaning: 'Representatives who did not write to any client.',
    formula: 'Representatives who sent no message to an outside contact in the period.',
    unit: 'count',
    better: 'fewer',
  }),
  'adoption-rate': metric({
    name: 'Adoption rate',
    meaning: 'How many of your representatives talk to clients.',
    formula: 'Active representatives ÷ representatives × 100.',
    unit: 'percent',
    better: 'more',
  }),
  'new-adopters': metric({
    name: 'New adopters',
    meaning: 'Representatives who wrote to a client for the first time.',
    formula: 'Representatives whose first captured message to an outside contact falls in the period.',
    unit: 'count',
    better: 'more',
  }),
  'response-rate': metric({
    name: 'Response rate',
    meaning: 'How often clients get an answer within a day.',
    formula:
      'Bursts of received messages answered within 24 hours ÷ all bursts × 100. Bursts whose 24 hours are not over count once they are answered.',
    unit: 'percent',
    better: 'more',
  }),
  'first-response': metric({
    name: 'Median first response',
    meaning: 'How long clients wait for an answer.',
    formula: 'The median time from the first message of a burst to the first answer, of answered bursts.',
    unit: 'minutes',
    better: 'fewer',
  }),
  'first-response-business': metric({
    name: 'Response in business hours',
    meaning: 'How long clients wait for an answer while you are open.',
    formula:
      'The median time from the first message of a burst to the first answer, of answered bursts; only time in the business hours counts.',
    unit: 'minutes',
    better: 'fewer',
  }),
  'waiting-clients': metric({
    name: 'Waiting clients',
    meaning: 'Conversations in which a client still waits for an answer.',
    formula:
      'Open conversations with a question, request or complaint from outside, of the last 30 days, after which none of your people wrote. Automatic replies and answers that were deleted don’t count as answers, and deleted questions don’t count at all.',
    unit: 'count',
    better: 'fewer',
    isNow: true,
  }),
  'open-promises': metric({
    name: 'Promises not yet due',
    meaning: 'What your people promised to clients by a day that is not over.',
    formula:
      'Sent messages that say what will be done, and by which day of the next 100, without a later message of your people in the conversation. Automatic replies, deleted messages, and messages that only repeat the promise (for the same day or another) don’t count as later messages. An edited message promises what it says now, from the time of the edit; a deleted one promises nothing.',
    unit: 'count',
    isNow: true,
  }),
  'overdue-promises': metric({
    name: 'Overdue promises',
    meaning:
      'What your people promised clients by a day that has passed, without writing to them again by then.',
    formula:
      'Promises due in the last 30 days whose day is over, without a later message of your people in the conversation by the end of that day. Automatic replies, deleted messages, and messages that only repeat the promise (for the same day or another) don’t count as later messages. An edited message promises what it says now, from the time of the edit; a deleted one promises nothing.',
    unit: 'count',
    better: 'fewer',
    isNow: true,
  }),
  'kept-promises': metric({
    name: 'Kept promises',
    meaning: 'How often your people wrote to a client again by the promised day.',
    formula:
      'Promises due in the period, after which your people wrote again in the conversation by the end of the promised day ÷ all promises due in the period whose day is over × 100. Automatic replies, deleted messages, and messages that only repeat the promise (for the same day or another) don’t count as later messages. An edited message promises what it says now, from the time of the edit; a deleted one promises nothing. Only messages that you can see count.',
    unit: 'percent',
    better: 'more',
  }),
  contacts: metric({
    name: 'Digital contacts',
    meaning: 'Clients and other outside contacts in a conversation.',
    formula:
      'Outside contacts with at least one message in either direction in the period. Merged contacts count once.',
    unit: 'count',
  }),
  'reached-contacts': metric({
    name: 'Reached contacts',
    meaning: 'Outside contacts whom your people wrote to.',
    formula:
      'Digital contacts in a conversation that your people wrote to in the period, while the contact was in it.',
    unit: 'count',
  }),
  'engaged-contacts': metric({
    name: 'Engaged contacts',
    meaning: 'Outside contacts who take part.',
    formula: 'Digital contacts who wrote at least one message in the period.',
    unit: 'count',
    better: 'more',
  }),
  'overall-engagement': metric({
    name: 'Overall engagement',
    meaning: 'How many of the contacts take part.',
    formula: 'Engaged contacts ÷ digital contacts × 100.',
    unit: 'percent',
    better: 'more',
  }),
  'events-raised': metric({
    name: 'Events raised',
    meaning: 'What policies found.',
    formula: 'Cognitive events triggered in the period.',
    unit: 'count',
  }),
  'open-events': metric({
    name: 'Open events',
    meaning: 'Events that still wait for a decision.',
    formula: 'Cognitive events that are new, in review or escalated now.',
    unit: 'count',
    better: 'fewer',
    isNow: true,
  }),
  'aged-events': metric({
    name: 'Open for over 7 days',
    meaning: 'Events that have waited too long.',
    formula: 'Open cognitive events that were triggered more than 7 days ago.',
    unit: 'count',
    better: 'fewer',
    isNow: true,
  }),
  'hit-rate': metric({
    name: 'Hit rate',
    meaning: 'How often a message leads to an event.',
    formula: 'Events raised ÷ messages × 1,000.',
    unit: 'per-thousand',
  }),
  'covered-messages': metric({
    name: 'Messages covered',
    meaning:
      'The share of messages that at least one policy examined. Its rows are the messages that no policy examined or, at 100%, all messages of the period.',
    formula:
      'Messages posted in the period to which a rule of an enabled policy applied when they were examined ÷ messages for which this is known × 100, rounded down. A rule applies by its groups, channels, direction, language and sender, whatever the message says; one on attachments applies to messages that have some. Prompts don’t count.',
    unit: 'percent',
    better: 'more',
  }),
  'off-channel-mentions': metric({
    name: 'Off-channel mentions',
    meaning:
      'Messages in which someone proposes to continue where messages are not captured, or mentions having done so.',
    formula:
      'Messages posted in the period that propose, ask for or mention the use of another application or of a private number, account or mailbox, or that ask someone not to put something in writing, or not here. An application doesn’t count if the owner of the account, or a shared account, was captured on it at that time. Denials, quotations, forwarded messages, system notices and automatic replies don’t count either. An edited message counts by the text that it shows now.',
    unit: 'count',
    better: 'fewer',
  }),
  precision: metric({
    name: 'Precision',
    meaning: 'The share of events that were worth reviewing.',
    formula:
      'Events of the period closed as non-compliant or questionable ÷ all closed events of the period × 100. At least 20 closed events are needed.',
    unit: 'percent',
    better: 'more',
  }),
  'time-to-close': metric({
    name: 'Median time to close',
    meaning: 'How long an event waits for its decision.',
    formula: 'The median time from trigger to decision, of closed events of the period.',
    unit: 'hours',
    better: 'fewer',
  }),
  'slow-closing': metric({
    name: '90% closed within',
    meaning: 'How long the slow decisions take.',
    formula:
      'The 90th percentile of the time from trigger to decision, of closed events of the period. At least 10 of them are needed.',
    unit: 'hours',
    better: 'fewer',
  }),
  'closed-events': metric({
    name: 'Closed events',
    meaning: 'Events that were decided on.',
    formula: 'Cognitive events triggered in the period that are resolved or dismissed.',
    unit: 'count',
    better: 'more',
  }),
  'false-alarms': metric({
    name: 'False alarms',
    meaning: 'Events closed as false positives.',
    formula: 'Events of the period closed as false positive.',
    unit: 'count',
    better: 'fewer',
  }),
  agreement: metric({
    name: 'Agreement of reviewers',
    meaning: 'How often two reviewers reach the same decision in the same case.',
    formula:
      'Decisions that are the same as their precedent ÷ decisions with a precedent × 100. The precedent is the latest earlier decision of another reviewer on the same event, or on one with the same rule and words. A decision on several events at once counts once for each precedent. Duplicates don’t count.',
    unit: 'percent',
    better: 'more',
  }),
  'agreement-beyond-chance': metric({
    name: 'Agreement beyond chance',
    meaning: 'Agreement beyond what chance alone would give.',
    formula:
      'Cohen’s kappa × 100, of decisions and their precedents: (agreement − agreement by chance) ÷ (100 − agreement by chance) × 100. 0 is chance, 100 is full agreement. There is no figure if all decisions were alike.',
    unit: 'percent',
    better: 'more',
  }),
  'differing-decisions': metric({
    name: 'Differing decisions',
    meaning: 'Cases that two reviewers decided differently, to discuss.',
    formula: 'Closed events of the period whose decision is not the same as its precedent.',
    unit: 'count',
    better: 'fewer',
  }),
  'connected-accounts': metric({
    name: 'Connected accounts',
    meaning: 'Accounts whose messages are captured.',
    formula: 'Accounts that are connected now, out of all that were not removed.',
    unit: 'count',
    better: 'more',
    isNow: true,
  }),
  'capture-completeness': metric({
    name: 'Capture completeness',
    meaning: 'How often everything of an account’s day was captured.',
    formula:
      'Complete account days ÷ complete and incomplete account days × 100, rounded down. Each finished day from the connection of an account to its removal is an account day. A day is incomplete if an hour was not compared with the provider’s list, a file could not be fetched, a record is in quarantine, or messages were lost while the account was disconnected. Records and disconnections of the account that it receives through count too. Any other day is complete if the provider’s list confirms it. It doesn’t count if there is no list, or if it is not known what was sent during a disconnection.',
    unit: 'percent',
    better: 'more',
  }),
} as const satisfies Record<string, MetricDefinition>

export type MetricId = keyof typeof metricDefinitions
export const metricIds = Object.keys(metricDefinitions) as [MetricId, ...MetricId[]]

/** The same, for those who go through them. */
export const definitionOf = (id: MetricId): MetricDefinition => metricDefinitions[id]
