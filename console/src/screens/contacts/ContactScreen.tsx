import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DeniedDialog, PendingDialog } from '#editor/PendingDialog.tsx'
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
  return <PendingDialog title="Contact" error={error} onRetry={() => void refetch()} onClose={close} />
}

/** A contact that is not there yet. */
export function NewContactScreen() {
  const { close } = useContactsAddress()
  if (useCan('contacts.manage')) return <NewContact />
  return <DeniedDialog title="New contact" permission="contacts.manage" onClose={close} />
}
