/**
 * Texts of reviewers: general ones, and some for each policy. A remark with `on` is for messages that match it, and is
 * preferred there; the others fit any finding of the policy. `{name}` is the representative.
 */
export type Remark = string | { readonly about: RegExp; readonly text: string }

interface Words {
  readonly breach: readonly Remark[]
  readonly minor: readonly Remark[]
  readonly false: readonly Remark[]
}

const on = (about: RegExp, text: string): Remark => ({ about, text })

/** The first look, when a reviewer claims an event. */
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
  'Please read today. I would not leave this open any longer.',
  'Escalated with the full thread, a day before and after.',
  'Second time with the same desk this quarter, so I am passing it up.',
  'The wording is explicit. Suggest a conversation with {name} before the end of the day.',
]

/** Where a message of the event was deleted by its author. */
export const escalatingDeletedWords: readonly string[] = [
  'Escalated with the full thread; the deletion a minute later worries me more than the sentence.',
  'Deleted on the phone, kept here. {name} should be asked why before anything else.',
]

export const reopeningWords: readonly string[] = [
  'Reopened: the client came back to the same subject.',
  'Reopened after the quarterly sample; the second reader disagrees.',
]

/** Where a policy has no words for what was found. */
export const plainWords: Words = {
  breach: ['Read in full: the policy was broken. Head of desk informed, {name} reminded in writing.'],
  minor: ['Worth a word, no more. Reminder sent.'],
  false: ['Read in full, no concern.', 'The words are there, the meaning is another. Nothing to do.'],
}

export const decisions: Record<string, Words> = {
  'market-abuse': {
    breach: [
      'Order refused correctly, but the proposal itself is reportable. Report drafted, number in the register.',
      'Clear suggestion to influence a price. Trading in the name blocked for this client, report filed.',
      on(/rumou?r/i, 'Spreading a rumour to sell into it: reported the same day, client on the watch list.'),
      on(
        /by Friday|push the price/i,
        'Two colleagues and a price target. Trades of both reviewed, none placed.',
      ),
    ],
    minor: [
      'News discussed, no intention to act. Reminder sent about wording.',
      on(/newsletter/i, 'Said in jest and refused. Research was not told, and need not be.'),
    ],
    false: [
      'Nothing about an order. No concern.',
      on(/film|yacht/i, 'Talk about a film, nothing else.'),
      on(/training|slide/i, 'Training material quotes the term. No concern.'),
    ],
  },
  'inside-information': {
    breach: [
      'Possible inside information. Name added to the watch list, {name} interviewed, no order was placed.',
      'Client is close to the company. Account blocked for this name until the announcement.',
      on(/data room/i, 'Access by mistake, closed at once and reported to us. Issuer informed.'),
      on(/Between the two of us/i, 'The hint came from our side. {name} suspended from dealing in the name.'),
    ],
    minor: [
      'Nothing listed is concerned. Recorded as confidential client information.',
      on(
        /restricted/i,
        'A restricted name passed on as it should be. Wording reminder: no reasons in chats.',
      ),
    ],
    false: [
      'Ordinary question about timing. Answered well.',
      on(/director/i, 'A director asking about a closed period. Answered well.'),
      on(/party|60th|invited/i, 'A birthday party, not a takeover.'),
    ],
  },
  'mnpi-chinese': {
    breach: [
      '内容明确涉及未公开信息，已暂停该客户对此股票的交易，并约谈当事人。',
      on(/还没公布|不要告诉/, '信息由我方人员透露，已停止其交易权限，并保全全部记录。'),
    ],
    minor: ['措辞不当，已提醒。'],
    false: [
      '未涉及未公开信息，无违规。',
      on(/电影/, '讨论电影情节，无违规。'),
      on(/新闻|公告/, '引用的是已公开的新闻，无违规。'),
    ],
  },
  guarantees: {
    breach: [
      'A promise of return in plain words. Client contacted and corrected in writing; {name} suspended from this product until retrained.',
      'Not fair, clear and not misleading. Treated as mis-selling risk; the position can be unwound free of charge.',
      on(
        /guarantee/i,
        'The word “guarantee” is not in the prospectus. Correction sent to the client, conversation with {name} held.',
      ),
      on(
        /double your money/i,
        'Deleted after the client objected. The copy here is what counts; warning issued.',
      ),
      on(/保本|零风险|稳赚/, '宣传用语违规，已书面更正并约谈。'),
    ],
    minor: ['Wording corrected by {name} in the next message. Coaching note only.'],
    false: [
      'The client asks, the answer is right. Nothing to do.',
      on(/advert/i, 'Client quotes somebody else’s advert.'),
      on(/annuity/i, 'The guarantee belongs to an insurer’s annuity and is described correctly.'),
      on(/mother-in-law|death and/i, 'A joke about taxes.'),
      on(/没有保本|怕亏/, '客户询问，回答正确。'),
      on(/training|reminder/i, 'A reminder to the floor that quotes the words. Good practice.'),
      on(/told me/i, 'The client repeats what was said earlier; that case is open under complaints.'),
    ],
  },
  crypto: {
    breach: ['Private dealing in crypto-assets offered to a client. Passed to the head of desk.'],
    minor: ['Refused politely and in line with the policy. Closed.'],
    false: [
      'A question about fund holdings. No promotion.',
      on(/sold some|report/i, 'A tax question. No promotion.'),
    ],
  },
  'order-handling': {
    breach: [
      'Not how orders are handled here. Records of the day reviewed, {name} under supervision for three months.',
      on(/sold your/i, 'Sold without the client’s instruction. Trade reviewed and client made whole.'),
      on(
        /sign|blank/i,
        'Signing for a client is never acceptable. Original form requested, head of desk informed.',
      ),
      on(/backdate/i, 'A form with another date than its day. Form withdrawn, client informed.'),
      on(/ours first/i, 'Said to be a joke. Order times checked to the second: theirs went first.'),
      on(/allocate/i, 'Allocated after the close. Fills redistributed by the rule, {name} retrained.'),
      on(
        /judg?ement/i,
        'No discretionary mandate. Trades of those days confirmed one by one with the client.',
      ),
    ],
    minor: ['Refused as it should be. Keeping as an example for the training.'],
    false: [
      'No order involved.',
      on(/backdate/i, '“Backdated” is about a fee credit, not about a form.'),
      on(/paperwork/i, 'No deadline, no order involved.'),
    ],
  },
  'personal-data': {
    breach: [
      'Identity numbers sent in a chat. Data protection officer informed.',
      on(
        /\d{4} \d{4} \d{4}/,
        'Payment data in clear. Access restricted, client advised to block the card, entry in the privacy register.',
      ),
      on(/password/i, 'A password in clear. Access reset with the client on the telephone.'),
      on(/one-time code/i, 'An attempt at fraud, stopped by {name} in time. Access frozen and renewed.'),
    ],
    minor: [
      '{name} pointed the client to the portal at once. Redaction requested.',
      on(/maiden/i, 'The word only, not the name. Nothing to redact.'),
      on(/护照/, '已提醒客户改用平台上传。'),
    ],
    false: ['Not personal data.', on(/parcel/i, 'A parcel number that looks like a card.')],
  },
  complaints: {
    breach: [
      'Is a complaint under the rules. Logged, acknowledged in time, reply due in the usual period.',
      'Complaint register checked: entry exists and the dates match.',
      'Logged late by one day. Client has the acknowledgement now; reminder to the desk.',
      on(
        /ombudsman|regulator/i,
        'The client names an outside body: legal has the file, answer goes out through them.',
      ),
      on(/投诉/, '已登记为正式投诉，按期答复。'),
    ],
    minor: [
      'Expression of dissatisfaction, resolved the same day. Entered in the register as such.',
      'Solved within two days, client content.',
      on(
        /weeks|semaines|Wochen|semanas/i,
        'Root cause is the custodian’s queue again. Client content with the outcome.',
      ),
      on(
        /twice|deux fois|zweimal|doppelt|dos veces|duas vezes/i,
        'Booked twice, paid back the same day with interest.',
      ),
    ],
    false: [
      'Not a complaint, the client is quoting.',
      on(/solicitor|lawyer/i, 'A solicitor joins a meeting about a trust. Not a complaint.'),
    ],
  },
  'vulnerable-clients': {
    breach: [
      'Serious sign of vulnerability. Account marked, second contact agreed with the client, payments by call-back only.',
      on(
        /fraud|safe account/i,
        'Fraud attempt on a client of 80. Nothing was paid; bank and police informed.',
      ),
    ],
    minor: ['Support note added to the profile. {name} reacted with care.'],
    false: ['General planning, no sign of vulnerability.'],
  },
  'unusual-payments': {
    breach: [
      'No good reason given. Internal report filed with the money laundering officer.',
      on(
        /split|smaller amounts|threshold|9,500|分批/i,
        'Structuring in plain words. Internal report filed with the money laundering officer.',
      ),
      on(
        /cousin|partner|company/i,
        'Third-party payment without a reason. Refused; report filed, client under enhanced review.',
      ),
    ],
    minor: ['Cash refused and explained. No further sign in the history.'],
    false: [
      'No payment involved.',
      on(/hold in cash|in cash/i, '“In cash” means the share of the portfolio.'),
      on(/avoid tax/i, 'A legal allowance, explained correctly.'),
      on(/suitcase/i, 'A suitcase with clothes in it.'),
    ],
  },
  'off-channel': {
    breach: [
      'Invitation to leave the recorded channel. {name} interviewed and phone inspected with consent; attestation renewed.',
      on(
        /personal email|private email/i,
        'Business moved to a private account. Messages recovered and added to the record.',
      ),
      on(/delete|删掉/i, 'Asked a client to delete. Copies were kept here; formal warning.'),
      on(/disappearing/i, 'Disappearing messages switched off; earlier ones are complete in our record.'),
      on(/私人微信/, '引导客户离开受监管渠道，已约谈并重新签署承诺。'),
    ],
    minor: [
      'Handled properly: offered a connected account instead.',
      on(/offline/i, 'A meeting in person, with a note promised. The note is in the file.'),
      on(/recorded/i, 'A reminder that the line is recorded. That is how it should be.'),
    ],
    false: [
      'Nobody leaves the record here.',
      on(/off the record/i, 'A joke between the two of them.'),
      on(/other number/i, 'The other number belongs to the client, not to us.'),
    ],
  },
  gifts: {
    breach: [
      'Above the limit and not in the register. {name} returned it; entry made afterwards.',
      on(
        /tickets|box|villa|dinner/i,
        'Entertainment accepted without approval. Declined now, client thanked.',
      ),
      on(/voucher/i, 'An inducement from our side. Not handed over, paid back by {name}.'),
    ],
    minor: [
      'Register entry found, value below the limit.',
      on(/tickets|红包/i, 'Declined politely. Nothing to do.'),
      on(/dinner on us/i, 'Approved by the head of desk before the day. Entered.'),
    ],
    false: [
      'No gift to us, and none from us.',
      on(/on the house/i, 'They signed “on the house”: they bought one.'),
      on(/grandchild|godchild/i, 'A present for a child of the family.'),
      on(/champagne/i, 'The client celebrates at home.'),
    ],
  },
  'outside-business': {
    breach: [
      'Undeclared outside interest offered to a client. Human resources and the head of desk informed.',
      on(/lend me/i, 'Borrowing from a client is prohibited. Meeting today.'),
      on(
        /executor|will\b/i,
        'An appointment under a client’s will needs our consent. Declined now, in writing.',
      ),
      on(/finder/i, 'A fee beside the firm. Contract requested from both, legal informed.'),
    ],
    minor: ['Refused. Client thanked for the thought and referred to a notary.'],
    false: [
      'The client’s own affairs, not ours.',
      on(/umbrella|pen\b/i, 'An umbrella, not a loan.'),
      on(/kitchen/i, 'A family joke about a kitchen.'),
    ],
  },
  profanity: {
    breach: ['Not how we speak to or about people. Head of desk has spoken with both.'],
    minor: [
      'Strong words about a bad day, not about a person. Nothing further.',
      on(/form|paper|系统/i, 'Client swore at a form. Understandable; form reported to the product team.'),
    ],
    false: ['Title of a play.'],
  },
}
