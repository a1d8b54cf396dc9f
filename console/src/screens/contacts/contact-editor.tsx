import { Alert } from '@mantine/core'
import { type Contact, ContactDraft, createContact, shareLevelNames } from '@verbatim/contract/contacts.ts'
import {
  type ContactAfter,
  type ContactEffect,
  deleteContact,
  getContactEffect,
  hasConsequences,
  type KeptChange,
  undoContactChange,
  updateContact,
} from '@verbatim/contract/contact-changes.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import { defineEditor, type EditorProps, type Outcome, type Saving } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import { EditorScreen, NewScreen } from '#editor/EditorDialog.tsx'
import { failureToast } from '#failures/failure-toast.ts'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { useCan } from '#shell/use-app-context.ts'
import { contactPlace, type ContactValues, toCall, toValues } from './contact-form.ts'
import { ContactConsents } from './ContactConsents.tsx'
import { ContactFields } from './ContactFields.tsx'
import { ContactHistory } from './ContactHistory.tsx'
import { ContactMessages } from './ContactMessages.tsx'
import { ContactPicture } from './ContactPicture.tsx'
import { EffectModal } from './EffectModal.tsx'
import { contactQuery } from './queries.ts'

export interface ContactTypes {
  thing: Contact
  values: ContactValues
  body: ContactDraft
  /** The further consequences of the change. */
  question: ContactEffect
  /** The confirmed consequences. */
  answer: ContactEffect
}

const contactEditor = defineEditor<ContactTypes>({
  noun: 'contact',
  nameOf: ({ name }) => name,
  place: contactPlace,
  slice: 'contacts',
  query: contactQuery,
  manage: 'contacts.manage',
  isEditable: ({ status }) => status === 'active',
  tabs: [
    {
      id: 'details',
      label: 'Details',
      fields: ['name', 'phoneNumbers', 'emails', 'owner', 'groups'],
      Content: Details,
    },
    { id: 'history', label: 'History', isLater: true, Content: History },
  ],
  blank: { name: '', phoneNumbers: [], emails: [], shareLevel: 'global', owner: undefined, groups: [] },
  toValues,
  schema: ContactDraft,
  toBody: toCall,
  fields: { ownerId: 'owner', groupIds: 'groups' },
  wordsOf: ({ name, phoneNumbers, emails, shareLevel, owner, groups }) => ({
    Name: name,
    'Phone numbers': phoneNumbers.join(', '),
    'Email addresses': emails.join(', '),
    'Share level': shareLevelNames[shareLevel],
    Owner: owner?.name ?? '',
    Groups: groups.map((group) => group.name).join(', '),
  }),
  changed: 'contact.changed',
  fieldOf,
  save: saveContact,
  Question: ({ editor: { values, question, isSaving, answer, forget } }) => (
    <EffectModal
      name={values.name}
      effect={question}
      busy={isSaving}
      onConfirm={() => question && answer(question)}
      onClose={forget}
    />
  ),
  Notice: ArchivedNotice,
  removal: defineRemoval<Contact>({
    verb: 'Remove',
    Effect: ({ thing }) => <RemovalWords contact={thing} />,
    remove: (api, { id, version }) =>
      api(deleteContact, { params: { id }, query: { expectedVersion: version } }),
  }),
})

function RemovalWords({ contact: { name, addresses, groups } }: { contact: Contact }) {
  return (
    <>
      <p>
        <bdi>{name}</bdi> will be archived. Captured messages keep this name.
      </p>
      <ul>
        <li>
          New messages from {addresses.length === 1 ? 'its address' : `its ${addresses.length} addresses`} no
          longer match it.
        </li>
        {groups.length > 0 && <li>It leaves {counted(groups.length, 'group')}.</li>}
      </ul>
    </>
  )
}

export const ContactScreen = () => <EditorScreen of={contactEditor} />
export const NewContactScreen = () => <NewScreen of={contactEditor} />

/** An error of a number, an owner or a group is shown beside its field. */
function fieldOf({ code, details: { address } }: Failure): keyof ContactValues | undefined {
  if (ofAddress.has(code))
    return typeof address === 'string' && address.includes('@') ? 'emails' : 'phoneNumbers'
  return fieldOfCode[code]
}

const ofAddress: ReadonlySet<string> = new Set([
  'contact.duplicate-global',
  'contact.duplicate-personal',
  'contact.address-of-user',
])
const fieldOfCode: Partial<Record<Failure['code'], keyof ContactValues>> = {
  'contact.bad-phone': 'phoneNumbers',
  'contact.unknown-owner': 'owner',
  'contact.unknown-group': 'groups',
}

/** The consequences of a change are looked up first, and must be confirmed if there are any. */
async function saveContact(
  saving: Saving<ContactTypes>,
  draft: ContactDraft,
): Promise<Outcome<ContactTypes>> {
  const { api, base, answer } = saving
  if (!base) return { saved: await api(createContact, { body: draft }) }
  const params = { id: base.id }
  const effect = answer ?? (await api(getContactEffect, { params, body: draft }))
  if (!answer && hasConsequences(effect)) return { question: effect }
  const { mergeInto, merged, conversations } = effect
  const mergeIds = [...(mergeInto ? [mergeInto] : []), ...merged].map(({ id }) => id)
  const body = { ...draft, expectedVersion: base.version, confirmed: { mergeIds, conversations } }
  const saved = await api(updateContact, { params, body })
  const { change } = saved
  if (!change) return { saved }
  const action = { label: 'Undo', act: () => void undo(saving, change) }
  return { saved, toast: { tone: 'done', title: doneWords(saved, change), action } }
}

/** Runs after the dialog has closed. */
async function undo(
  { api, toast, refresh }: Saving<ContactTypes>,
  { id: changeId, contact: { id } }: KeptChange,
): Promise<void> {
  try {
    await api(undoContactChange, { params: { id, changeId } })
    toast({ tone: 'done', title: 'The change was undone' })
  } catch (error) {
    const failed = failureToast('The change was not undone', asFailure(error))
    if (failed) toast(failed)
  } finally {
    refresh()
  }
}

function doneWords({ name }: ContactAfter, { merges }: KeptChange): string {
  if (merges.length === 0) return `“${name}” was saved`
  const who = merges.length === 1 ? `“${merges[0]?.from.name}” was` : `${merges.length} contacts were`
  return `${who} merged into “${name}”`
}

function Details({ editor }: EditorProps<ContactTypes>) {
  const { latest, canEdit } = editor
  return (
    <>
      {latest && <ContactPicture contact={latest} canEdit={canEdit} />}
      {latest && <ContactMessages contact={latest} />}
      <ContactFields editor={editor} />
    </>
  )
}

function History({ editor: { base } }: EditorProps<ContactTypes>) {
  const canManage = useCan('contacts.manage')
  return (
    base && (
      <>
        <ContactHistory contact={base} canEdit={canManage} />
        <ContactConsents contact={base} />
      </>
    )
  )
}

function ArchivedNotice({ editor: { base } }: EditorProps<ContactTypes>) {
  const { href } = useOverlayAddress(contactPlace.list, contactPlace.path)
  if (base?.status !== 'archived') return null
  const { mergedInto } = base
  return (
    <Alert mb="lg" color="gray" title="This contact is archived">
      New messages no longer match it. Captured messages keep its name.{' '}
      {mergedInto && (
        <>
          It was merged into{' '}
          <Link href={href(mergedInto.id)}>
            <bdi>{mergedInto.name}</bdi>
          </Link>
          .
        </>
      )}
    </Alert>
  )
}
