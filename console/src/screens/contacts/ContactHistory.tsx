import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Contact, ContactMerge } from '@verbatim/contract/contacts.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useApi } from '#shell/use-house.ts'
import classes from './ContactFace.module.css'
import { useContactsAddress } from './contacts-address.ts'
import { useUndoMerges } from './mutations.ts'
import { contactHistoryQuery } from './queries.ts'

/** By what a contact was recognised, from when to when, and what it was merged with. */
export function ContactHistory({ contact, canEdit }: { contact: Contact; canEdit: boolean }) {
  const { data, error, refetch } = useQuery(contactHistoryQuery(useApi(), contact.id))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
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
        {data.identities.length === 0 && <Text c="dimmed">There are none.</Text>}
      </ul>
      <h3>Merges</h3>
      <ul className={classes.list} aria-label="Merges">
        {data.merges.map((merge) => (
          <MergeLine key={merge.id} contact={contact} merge={merge} canEdit={canEdit} />
        ))}
        {data.merges.length === 0 && <Text c="dimmed">It was never merged with another.</Text>}
      </ul>
    </>
  )
}

interface MergeLineProps {
  contact: Contact
  merge: ContactMerge
  canEdit: boolean
}

function MergeLine({ contact, merge, canEdit }: MergeLineProps) {
  const { href } = useContactsAddress()
  const undo = useUndoMerges()
  const toast = useToast()
  const other = merge.into.id === contact.id ? merge.from : merge.into
  const act = () =>
    undo.mutate([merge], {
      onSuccess: () => toast({ tone: 'done', title: `“${merge.from.name}” is a contact of its own again` }),
      onError: (error) =>
        toast({ tone: 'failed', title: 'The merge was not undone', message: asFailure(error).message }),
    })
  return (
    <li className={classes.line}>
      <span>
        {merge.into.id === contact.id ? 'took in ' : 'became part of '}
        <Link href={href(other.id)}>
          <bdi>{other.name}</bdi>
        </Link>
        <br />
        <span className={classes.detail}>
          <DateTime at={merge.at} /> by <bdi>{merge.by}</bdi>
          {merge.undoneAt && (
            <>
              , undone <DateTime at={merge.undoneAt} />
            </>
          )}
        </span>
      </span>
      {canEdit && merge.undoUntil && (
        <Button variant="default" size="compact-sm" loading={undo.isPending} onClick={act}>
          Undo merge
        </Button>
      )}
    </li>
  )
}
