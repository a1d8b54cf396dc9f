/** What reviewers write: general words by nature, and words for each policy. `{name}` is the representative. */
interface Words {
  readonly breach: readonly string[]
  readonly minor: readonly string[]
  readonly false: readonly string[]
}

/** The first look, when somebody takes an event. */
export const takingWords: readonly string[] = [
  'Reading the whole thread before I decide.',
  'Mine. I will look at the earlier messages with this client as well.',
  'Taking this one, similar wording came up last month.',
  'Asked the desk for the call recording of the same day.',
  'Checking the file for a note of this conversation.',
  'Waiting for the account history.',
]

export const escalatingWords: readonly string[] = [
  'Escalated: this needs a decision above my level.',
  'Please read today. I would not leave this open over the weekend.',
  'Escalated with the full thread; the deletion a minute later worries me more than the sentence.',
  'Second time with the same desk this quarter, so I am passing it up.',
  'The wording is explicit. Suggest a conversation with {name} before the end of the day.',
]

export const reopeningWords: readonly string[] = [
  'Reopened: the client came back to the same subject.',
  'Reopened after the quarterly sample; the second reader disagrees.',
]

export const decisions: Record<string, Words> = {
  'market-abuse': {
    breach: [
      'Order refused correctly, but the proposal itself is reportable. Report drafted, number in the register.',
      'Clear suggestion to influence a price. Trading in the name blocked for this client, report filed.',
    ],
    minor: ['News discussed, no intention to act. Reminder sent about wording.'],
    false: ['Talk about a film, nothing else.', 'Training material quotes the term. No concern.'],
  },
  'inside-information': {
    breach: [
      'Possible inside information. Name added to the watch list, {name} interviewed, no order was placed.',
      'Client is close to the company. Account blocked for this name until the announcement.',
    ],
    minor: ['Private sale, nothing listed. Recorded as confidential client information.'],
    false: ['A birthday party, not a takeover.', 'Ordinary question about a closed period. Answered well.'],
  },
  'mnpi-chinese': {
    breach: ['内容明确涉及未公开信息，已暂停该客户对此股票的交易，并约谈当事人。'],
    minor: ['措辞不当，已提醒。'],
    false: ['讨论电影情节，无违规。', '引用的是已公开的新闻，无违规。'],
  },
  guarantees: {
    breach: [
      'A promise of return in plain words. Client contacted and corrected in writing; {name} suspended from this product until retrained.',
      'The word “guarantee” is not in the prospectus. Correction sent to the client, conversation with {name} held.',
      'Not fair, clear and not misleading. Treated as mis-selling risk; the position can be unwound free of charge.',
    ],
    minor: ['Wording corrected by {name} in the next message. Coaching note only.'],
    false: [
      'The client asks, the answer is right. Nothing to do.',
      'Client quotes somebody else’s advert.',
      'The guarantee belongs to an insurer’s annuity and is described correctly.',
    ],
  },
  crypto: {
    breach: ['Private dealing in crypto-assets offered to a client. Passed to the head of desk.'],
    minor: ['Refused politely and in line with the policy. Closed.'],
    false: ['A question about fund holdings. No promotion.'],
  },
  'order-handling': {
    breach: [
      'Order handled without the client’s instruction. Trade reviewed, client made whole, {name} under supervision for three months.',
      'Signing for a client is never acceptable. Original form requested, head of desk informed.',
    ],
    minor: ['Refused as it should be. Keeping as an example for the training.'],
    false: ['“Backdated” is about a fee credit, not about a form.', 'No deadline, no order involved.'],
  },
  'personal-data': {
    breach: [
      'Payment data in clear. Access restricted, client advised to block the card, entry in the privacy register.',
      'Identity numbers sent in a chat. Data protection officer informed.',
    ],
    minor: ['{name} pointed the client to the portal at once. Redaction requested.'],
    false: ['A parcel number that looks like a card.'],
  },
  complaints: {
    breach: [
      'Is a complaint under the rules. Logged, acknowledged in time, reply due in the usual period.',
      'Complaint register checked: entry exists and the dates match.',
      'Logged late by one day. Client has the acknowledgement now; reminder to the desk.',
    ],
    minor: [
      'Expression of dissatisfaction, resolved the same day. Entered in the register as such.',
      'Solved within two days, client content. Root cause is the custodian’s queue again.',
    ],
    false: [
      'A solicitor joins a meeting about a trust. Not a complaint.',
      'Not a complaint, the client is quoting.',
    ],
  },
  'vulnerable-clients': {
    breach: [
      'Serious sign of vulnerability. Account marked, second contact agreed with the client, payments by call-back only.',
    ],
    minor: ['Support note added to the profile. {name} reacted with care.'],
    false: ['General planning, no sign of vulnerability.'],
  },
  'unusual-payments': {
    breach: [
      'Structuring in plain words. Internal report filed with the money laundering officer.',
      'Third-party payment without a reason. Refused; report filed, client under enhanced review.',
    ],
    minor: ['Cash refused and explained. No further sign in the history.'],
    false: ['“In cash” means the share of the portfolio.', 'A legal allowance, explained correctly.'],
  },
  'off-channel': {
    breach: [
      'Invitation to leave the recorded channel. {name} interviewed and phone inspected with consent; attestation renewed.',
      'Business moved to a private account. Messages recovered and added to the record.',
      'Asked a client to delete. Copies were kept here; formal warning.',
    ],
    minor: ['Handled properly: offered a connected account instead.'],
    false: ['A joke about the coffee.', 'The other number belongs to the client, not to us.'],
  },
  gifts: {
    breach: [
      'Above the limit and not in the register. {name} returned it; entry made afterwards.',
      'Entertainment accepted without approval. Declined now, client thanked.',
    ],
    minor: ['Register entry found, value below the limit.', 'Declined politely. Nothing to do.'],
    false: [
      'They signed “on the house”: they bought one.',
      'A present for a grandchild.',
      'The client celebrates at home.',
    ],
  },
  'outside-business': {
    breach: [
      'Undeclared outside interest offered to a client. Human resources and the head of desk informed.',
      'Borrowing from a client is prohibited. Meeting today.',
    ],
    minor: ['Refused. Client thanked for the thought and referred to a notary.'],
    false: ['The client’s own side work.', 'An umbrella, not a loan.'],
  },
  profanity: {
    breach: ['Not how we speak to or about people. Head of desk has spoken with both.'],
    minor: ['Client swore at a form. Understandable; form reported to the product team.'],
    false: ['Title of a play.'],
  },
}
