import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { ContactEditor, NewContact } from './ContactEditor.tsx'
import { useContactsAddress } from './contacts-address.ts'
import { contactQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/contacts/$id')

/** One contact over the list. */
export function ContactScreen() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(contactQuery(useApi(), id))
  const { close } = useContactsAddress()
  if (data) return <ContactEditor key={id} latest={data} />
  return (
    <DialogFrame
      title="Contact"
      tabsLabel="Contact"
      tabs={[]}
      current=""
      isBrief={error !== null}
      onClose={close}
    >
      {error ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
    </DialogFrame>
  )
}

const forbidden = new Failure('access.denied', { details: { permission: 'contacts.manage' } })

/** A contact that is not there yet. */
export function NewContactScreen() {
  const { close } = useContactsAddress()
  if (useCan('contacts.manage')) return <NewContact />
  return (
    <DialogFrame title="New contact" tabsLabel="Contact" tabs={[]} current="" isBrief onClose={close}>
      <ErrorPage error={forbidden} />
    </DialogFrame>
  )
}
