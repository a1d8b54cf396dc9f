import { channelNames } from '@verbatim/contract/channels.ts'
import { otherTextNames } from '@verbatim/contract/other-texts.ts'
import { addressed, isHidden } from './addressed.ts'
import { nameOf, timeOf } from './names.ts'
import type { ArchiveDay, ArchiveRecord, Participant } from './record.ts'

/** The body of a mail: labelled lines, then texts under their headings. Both forms of the body are made of it. */
export interface Body {
  readonly lines: readonly (readonly [label: string, value: string])[]
  readonly texts: readonly (readonly [heading: string, text: string])[]
  readonly notes: readonly string[]
}

/** How a body is written; `people` are those whom it may name. */
interface Manner {
  readonly people: readonly Participant[]
  /** How many more there are, of whom a file has all. */
  readonly more: number
  readonly timeZone: string
  readonly notes: readonly string[]
}

export function bodyOf(record: ArchiveRecord, { people, more, timeZone, notes }: Manner): Body {
  const { channel, conversation, sender, event } = record
  return {
    lines: [
      ['Channel', channelNames[channel]],
      ['Conversation', placeOf(conversation)],
      ['From', nameOf(sender)],
      ['To', toText(record, more)],
      ...said('Cc', namesOf(addressed(people).cc)),
      ...hiddenOf(people),
      ...allOf(more),
      [eventTimes[event], timeOf(record.at, timeZone)],
      ['Captured', timeOf(record.capturedAt, timeZone)],
      ...particularsOf(record),
    ],
    texts: textsOf(record),
    notes,
  }
}

function toText({ recipients }: ArchiveRecord, more: number): string {
  const { to, cc } = addressed(recipients)
  const unnamed = recipients.length === 0 ? 'No recipient' : 'Undisclosed recipients'
  const names = namesOf(to) || (cc.length > 0 ? 'None' : unnamed)
  return more === 0 ? names : `${names}, and ${moreText(more)}`
}

const namesOf = (those: readonly Participant[]) => those.map(nameOf).join(', ')

function hiddenOf(people: readonly Participant[]): (readonly [string, string])[] {
  const { bcc, delivered } = addressed(people)
  return [...said('Bcc', namesOf(bcc)), ...said('Delivered to', namesOf(delivered))]
}

/** The name of the file without its ending. */
export const recipientsFile = 'recipients'
const allOf = (more: number) =>
  more === 0 ? [] : said('All recipients', `In the file “${recipientsFile}.txt”`)

const moreText = (more: number) => `${more} more recipient${more === 1 ? '' : 's'}`

const placeOf = ({ group, isGroup }: ArchiveRecord['conversation']) => group ?? (isGroup ? 'Group' : 'Direct')

const eventTimes = {
  message: 'Sent',
  edit: 'Edited',
  delete: 'Deleted',
  reaction: 'Reacted',
  membership: 'Changed',
  receipt: 'Noted',
} as const

/** What is special about a message or its deletion. */
const particularsOf = ({ kind, marks, deletion, event, attachments, filesBefore = [] }: ArchiveRecord) => [
  ...said('Kind', kind),
  ...(event === 'edit' ? said('New files', attachments.map(({ name }) => name).join(', ')) : []),
  ...said('Removed files', filesBefore.join(', ')),
  ...said('Marked', marks?.join(', ')),
  ...said('Deletion', deletion),
]

const said = (label: string, value: string | undefined): (readonly [string, string])[] =>
  value ? [[label, value]] : []

/** Of what a change may have left empty. */
const orNone = (label: string, value: string | undefined): (readonly [string, string])[] =>
  value === undefined ? [] : [[label, value || 'None']]

/** The body of the mail of a day: who took part, then each thing under its time and its author. */
export function dayBodyOf(
  { channel, conversation, date, number, records }: ArchiveDay,
  { people, more, timeZone, notes }: Manner,
): Body {
  const supplement = `This is mail ${number} for this day. It contains what the earlier ones do not.`
  return {
    lines: [
      ['Channel', channelNames[channel]],
      ['Conversation', placeOf(conversation)],
      ['Participants', namesOf(people.filter((one) => !isHidden(one)))],
      ...hiddenOf(people),
      ...(more === 0 ? [] : said('Not named', moreText(more))),
      ...allOf(more),
      ['Day', `${date} (${timeZone})`],
      ['Entries', String(records.length)],
      ...(number > 1 ? [['Supplement', supplement] as const] : []),
    ],
    texts: records.flatMap((record) =>
      [...textsOf(record), ...particularsOf(record)].map(
        ([heading, text]) =>
          [`${timeOf(record.at, timeZone)}, ${nameOf(record.sender)}, ${heading}`, text] as const,
      ),
    ),
    notes,
  }
}

function textsOf(record: ArchiveRecord): (readonly [string, string])[] {
  const { event, text, original, others, reaction, details, answers, statement = '', detailsBefore } = record
  const now = text ?? 'This message has no text.'
  const before = original ?? 'The earlier text is not known.'
  switch (event) {
    case 'message':
      return [
        ['Message', now],
        ...otherTextsOf(others),
        ...said('Content', details),
        ...said('In reply to', answers && (answers.text ?? 'A message without text.')),
      ]
    case 'edit':
      return [
        ['New text', now],
        ['Original text', before],
        ...orNone('New content', details),
        ...orNone('Original content', detailsBefore),
      ]
    case 'delete':
      return [['Deleted text', before]]
    case 'reaction':
      return [
        ['Reaction', reaction ?? 'The reaction was removed.'],
        ['To the message', now],
      ]
    case 'membership':
      return [['Members', statement]]
    case 'receipt':
      return [
        ['Receipt', statement],
        ['Of the message', now],
      ]
  }
}

/** One entry for each kind of other text. */
export function otherTextsOf(others: ArchiveRecord['others'] = []): (readonly [string, string])[] {
  const kinds = Map.groupBy(others, ({ kind }) => kind)
  return [...kinds].map(([kind, texts]) => [
    `Also contains ${otherTextNames[kind]}`,
    texts.map(({ text }) => text).join('\n\n'),
  ])
}

export function plainOf({ lines, texts, notes }: Body): string {
  return [
    lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...texts.map(([heading, text]) => `${heading}:\n${text}`),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    '',
  ].join('\n\n')
}

export function htmlOf({ lines, texts, notes }: Body): string {
  const rows = lines.map(([label, value]) => `<tr><th>${escape(label)}</th><td>${escape(value)}</td></tr>`)
  const said = texts.map(([heading, text]) => `<h2>${escape(heading)}</h2>\n<pre>${escape(text)}</pre>`)
  const noted = notes.map((note) => `<p>${escape(note)}</p>`)
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    `<table>${rows.join('\n')}</table>`,
    ...said,
    ...noted,
    '',
  ].join('\n')
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
