/** What the lists of Key Metrics are narrowed to, in calls and in links: `sms|whatsapp` are two channels. */
import { z } from 'zod'
import { Category, Urgency } from './categories.ts'
import { Channel } from './channels.ts'
import { GroupId, ThemeId, UserId } from './ids.ts'
import { setOf } from './set-of.ts'

/** As many as a tile can be narrowed to. */
const most = 50

/** One or several values, with bars between them. */
export const severalOf = <Value extends z.ZodType<string, string>>(one: Value) =>
  z
    .string()
    .max(most * 40)
    .transform((text) => text.split('|'))
    .pipe(setOf(one).min(1).max(most))

/** Only what is of one of these channels, and of one of these groups. */
export const scopedFields = {
  channel: severalOf(Channel).optional(),
  group: severalOf(GroupId).optional(),
}

/** The same of conversations, and only those that are about one theme. */
export const conversationFields = { ...scopedFields, theme: ThemeId.optional() }

/** In place of a representative: the clients without one. */
export const noOwner = 'none'
const Owner = z.union([z.literal(noOwner), UserId])

export const waitingFields = {
  ...scopedFields,
  owner: Owner.optional(),
  category: severalOf(Category).optional(),
  urgency: severalOf(Urgency).optional(),
}

/** Which bursts: all, those with an answer, those with one within 24 hours, or those without. */
export const burstKinds = ['all', 'answered', 'within-a-day', 'unanswered'] as const
export type BurstKind = (typeof burstKinds)[number]
const Kind = z.enum(burstKinds)

type Field = 'channel' | 'group' | 'theme' | 'owner' | 'representative' | 'category' | 'urgency' | 'kind'

/** The values of each field. */
export type Narrowing = Readonly<Partial<Record<Field, readonly string[] | undefined>>>

/** An ID of a group or a theme says in a link which it is; every other value can be of one field only. */
const labelled: readonly string[] = ['group', 'theme'] satisfies Field[]

/** A narrowing as links have it after the colon: `answered|sms|group=…`. */
export const narrowingText = (narrowing: Narrowing): string =>
  Object.entries(narrowing)
    .flatMap(([field, values = []]) =>
      labelled.includes(field) ? values.map((id) => `${field}=${id}`) : values,
    )
    .join('|')

/** Of which a row has one alone. */
const single: readonly string[] = ['owner', 'representative', 'kind', 'theme']

/** What a link narrows rows to; undefined if it has a value that they cannot be narrowed to. */
function readNarrowing(
  fields: Readonly<Partial<Record<Field, z.ZodType>>>,
  text: string,
): Narrowing | undefined {
  const found = new Map<string, string[]>()
  for (const term of text.split('|')) {
    const of = labelled.find((name) => term.startsWith(`${name}=`))
    const value = of === undefined ? term : term.slice(of.length + 1)
    const [field] =
      Object.entries<z.ZodType>(fields).find(
        ([name, one]) =>
          (of === undefined ? !labelled.includes(name) : name === of) && one.safeParse(value).success,
      ) ?? []
    const known = field === undefined ? [] : (found.get(field) ?? [])
    if (field === undefined || (known.length > 0 && single.includes(field))) return undefined
    found.set(field, [...known, value])
  }
  return Object.fromEntries(found)
}

const scoped = { channel: Channel, group: GroupId }
/** What `waiting:…` of a link narrows waiting clients to. */
export const waitingOf = (text: string) =>
  readNarrowing({ ...scoped, owner: Owner, category: Category, urgency: Urgency }, text)
/** What `bursts:…` narrows bursts to. */
export const burstsOf = (text: string) => readNarrowing({ ...scoped, kind: Kind }, text)
/** What `reached:…` and the other kinds of contacts narrow them to. */
export const contactsOf = (text: string) => readNarrowing({ ...scoped, representative: UserId }, text)
/** What `conversations:…` narrows conversations to. */
export const conversationsOf = (text: string) => readNarrowing({ ...scoped, theme: ThemeId }, text)

/** The narrowing as a call takes it. */
export const narrowingQuery = (narrowing: Narrowing = {}): Partial<Record<Field, string>> =>
  Object.fromEntries(
    Object.entries(narrowing).flatMap(([field, values]) => (values ? [[field, values.join('|')]] : [])),
  )
