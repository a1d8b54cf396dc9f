import type { Addressing, ArchiveForm, Participant } from './record.ts'

/** As many are in the head of a mail, so that it leaves room for the message; a file names all if there are more. */
export const mostRecipients = 500

/** From the one that all recipients see to the most hidden. */
const openFirst: readonly Addressing[] = ['to', 'cc', 'bcc', 'recipient']
const rankOf = ({ addressing = 'to' }: Participant) => openFirst.indexOf(addressing)

/** The recipients of a mail by how it addressed them. Where a channel has no such ways, all are in `to`. */
interface Addressed {
  readonly to: readonly Participant[]
  readonly cc: readonly Participant[]
  readonly bcc: readonly Participant[]
  /** They got it by its journal report, which does not say how it addressed them; the mail does not show them. */
  readonly delivered: readonly Participant[]
}

export function addressed(recipients: readonly Participant[]): Addressed {
  const found = Map.groupBy(recipients, ({ addressing = 'to' }) => addressing)
  const those = (addressing: Addressing) => found.get(addressing) ?? []
  return { to: those('to'), cc: those('cc'), bcc: those('bcc'), delivered: those('recipient') }
}

export const isHidden = (one: Participant): boolean => rankOf(one) > openFirst.indexOf('cc')

/** Those whom the message names. Around it, a journal report names all, and an archive shows it only to those who may know them. */
export const namedIn = (recipients: readonly Participant[], { format }: Pick<ArchiveForm, 'format'>) =>
  format === 'journal_wrapped' ? recipients.filter((one) => !isHidden(one)) : recipients

/** Each person once, as they are addressed most openly, in the order of their first mention. */
export function eachOnce(people: readonly Participant[]): Participant[] {
  const known = new Map<string, Participant>()
  for (const one of people) {
    const before = known.get(one.address)
    if (!before || rankOf(one) <= rankOf(before)) known.set(one.address, one)
  }
  return [...known.values()]
}
