import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Contact, shareLevelNames } from '@verbatim/contract/contacts.ts'
import type {
  ContactHistory as History,
  ContactMerge,
  KeptChange,
} from '@verbatim/contract/contact-changes.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import type { ReactNode } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './ContactFace.module.css'
import { contactPlace } from './contact-form.ts'
import { useUndoChange } from './mutations.ts'
import { contactHistoryQuery } from './queries.ts'

/** The addresses of a contact with their times, and its merges. */
export function ContactHistory({ contact, canEdit }: ContactHistoryProps) {
  return (
    <Loaded of={useQuery(contactHistoryQuery(useApi(), contact.id))} pending={160}>
      {(data) => <KeptHistory contact={contact} canEdit={canEdit} data={data} />}
    </Loaded>
  )
}

interface ContactHistoryProps {
  contact: Contact
  canEdit: boolean
}

function KeptHistory({ contact, canEdit, data }: ContactHistoryProps & { data: History }) {
  return (
    <>
      <h3>Numbers and addresses</h3>
      <ul className={classes.list} aria-label="Numbers and addresses">
        {data.identities.map(({ value, since, until, cameFrom }) => (
          <li key={`${value} ${since}`} className={classes.line} data-over={until !== undefined || undefined}>
            <bdi className={classes.value}>{value}</bdi>
            <span className={classes.detail}>
              {cameFrom && (
                <>
                  from <bdi>{cameFrom.name}</bdi>,{' '}
                </>
              )}
              since <DateTime at={since} />
              {until && (
                <>
                  {' '}
                  until <DateTime at={until} />
                </>
              )}
            </span>
          </li>
        ))}
        {data.identities.length === 0 && <Text c="dimmed">None.</Text>}
      </ul>
      <h3>Changes with consequences</h3>
      <ul className={classes.list} aria-label="Changes with consequences">
        {data.changes.map((change) => (
          <ChangeLine key={change.id} contact={contact} change={change} canEdit={canEdit} />
        ))}
        {data.changes.length === 0 && (
          <Text c="dimmed">No changes have closed conversations or merged contacts.</Text>
        )}
      </ul>
    </>
  )
}

interface ChangeLineProps extends ContactHistoryProps {
  change: KeptChange
}

function ChangeLine({ contact, change, canEdit }: ChangeLineProps) {
  const undo = useUndoChange()
  return (
    <li className={classes.line}>
      <span>
        <ChangeWords contact={contact} change={change} />
        <br />
        <span className={classes.detail}>
          <DateTime at={change.at} /> by <bdi>{change.by}</bdi>
          {change.undoneAt && (
            <>
              , undone <DateTime at={change.undoneAt} />
            </>
          )}
          {canEdit && change.undoUntil && (
            <>
              , can be undone until <DateTime at={change.undoUntil} />
            </>
          )}
        </span>
      </span>
      {canEdit && change.undoUntil && (
        <Button
          variant="default"
          size="compact-sm"
          loading={undo.isPending}
          onClick={() => undo.mutate(change)}
        >
          Undo change
        </Button>
      )}
    </li>
  )
}

/** The change, and its consequences. */
function ChangeWords({ contact, change }: Pick<ChangeLineProps, 'contact' | 'change'>) {
  const { shareLevels, added, removed, merges, hiddenMerges = 0, closed } = change
  const lines: ReactNode[] = [
    shareLevels && `${shareLevelNames[shareLevels.old]} became ${shareLevelNames[shareLevels.new]}`,
    added.length > 0 && <bdi>{added.join(', ')} added</bdi>,
    removed.length > 0 && <bdi>{removed.join(', ')} removed</bdi>,
    ...merges.map((merge) => <MergeWords key={merge.id} contact={contact} merge={merge} />),
    hiddenMerges > 0 &&
      (hiddenMerges === 1
        ? 'A merge with a contact that you can’t see'
        : `${numberText(hiddenMerges)} merges with contacts that you can’t see`),
    closed > 0 &&
      (closed === 1 ? '1 conversation was closed' : `${numberText(closed)} conversations were closed`),
  ]
  return (
    lines
      .filter(Boolean)
      // oxlint-disable-next-line react/no-array-index-key -- the lines of one change never change places
      .map((line, index) => <div key={index}>{line}</div>)
  )
}

function MergeWords({ contact, merge: { from, into } }: { contact: Contact; merge: ContactMerge }) {
  const { href } = useOverlayAddress(contactPlace.list, contactPlace.path)
  const named = (one: ContactMerge['from']) =>
    one.id === contact.id ? (
      <bdi>{one.name}</bdi>
    ) : (
      <Link href={href(one.id)}>
        <bdi>{one.name}</bdi>
      </Link>
    )
  return (
    <>
      {named(from)} was merged into {named(into)}
    </>
  )
}
