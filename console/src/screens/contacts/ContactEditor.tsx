import { Alert } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type Contact, shareLevelNames } from '@verbatim/contract/contacts.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import type { Tab } from '@verbatim/ui/TabBar.tsx'
import { type ReactNode, useState } from 'react'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { differencesOf } from '#editor/differences.ts'
import { EditorButtons, RemovalButton } from '#editor/EditorButtons.tsx'
import type { Follow } from '#editor/use-follow.ts'
import { useNewer } from '#editor/use-newer.ts'
import { useFailureToast } from '#shell/failure-toast.ts'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useCan } from '#shell/use-house.ts'
import { type ContactForm, type ContactValues, useContactForm, valuesOf } from './contact-form.ts'
import { ContactFields } from './ContactFields.tsx'
import { ContactHistory } from './ContactHistory.tsx'
import { ContactPicture } from './ContactPicture.tsx'
import { ContactAddress, type ContactTab, useContactsAddress } from './contacts-address.ts'
import { EffectModal } from './EffectModal.tsx'
import { useCreateContact, useDeleteContact } from './mutations.ts'
import { useContactFollow, useSaving } from './use-saving.ts'

/** A contact that is not there yet. */
export function NewContact() {
  const form = useContactForm(undefined)
  const create = useCreateContact()
  const follow = useContactFollow(form)
  const submit = () => {
    const draft = form.checked()
    if (!draft) return
    create.mutate(draft, {
      onSuccess: ({ name }) => follow.done(`“${name}” was created`),
      onError: (error) => follow.failed('The contact was not created', error),
    })
  }
  return (
    <ContactDialog
      base={undefined}
      form={form}
      follow={follow}
      canEdit
      isSaving={create.isPending}
      submitLabel="Create contact"
      onSubmit={submit}
    />
  )
}

/** A contact that stands: to be changed by whoever may, to be read by the others. */
export function ContactEditor({ latest }: { latest: Contact }) {
  const [base, setBase] = useState(latest)
  const form = useContactForm(base)
  const follow = useContactFollow(form)
  const saving = useSaving(base, form, follow)
  const canManage = useCan('contacts.manage')
  const newer = useNewer({ base, latest, form, isSaving: saving.isSaving, onBase: setBase })
  return (
    <ContactDialog
      base={base}
      picture={latest}
      form={form}
      follow={follow}
      canEdit={canManage && base.status === 'active'}
      isSaving={saving.isSaving}
      isCovered={saving.effect !== undefined}
      submitLabel="Save contact"
      onSubmit={saving.submit}
      notice={
        <>
          {base.status === 'archived' && <ArchivedNotice contact={base} />}
          {newer && (
            <ChangedAlert
              thing="this contact"
              differences={differencesOf({
                before: wordsOf(valuesOf(base)),
                theirs: wordsOf(valuesOf(latest)),
                mine: wordsOf(form.values),
              })}
              {...newer}
            />
          )}
        </>
      }
    >
      <EffectModal
        name={form.values.name}
        effect={saving.effect}
        busy={saving.isSaving}
        onConfirm={saving.confirm}
        onClose={saving.cancel}
      />
    </ContactDialog>
  )
}

const wordsOf = ({ name, phoneNumbers, emails, shareLevel, owner, groups }: ContactValues) => ({
  Name: name,
  'Phone numbers': phoneNumbers.join(', '),
  'Mail addresses': emails.join(', '),
  'Share level': shareLevelNames[shareLevel],
  Owner: owner?.name ?? '',
  Groups: groups.map((group) => group.name).join(', '),
})

function ArchivedNotice({ contact: { mergedInto } }: { contact: Contact }) {
  const { href } = useContactsAddress()
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

interface ContactDialogProps {
  base: Contact | undefined
  /** Whose picture is shown: it may be newer than what is being written. */
  picture?: Contact
  form: ContactForm
  follow: Follow
  canEdit: boolean
  isSaving: boolean
  isCovered?: boolean
  submitLabel: string
  onSubmit: () => void
  notice?: ReactNode
  children?: ReactNode
}

function ContactDialog(props: ContactDialogProps) {
  const { base, picture, form, follow, canEdit, isCovered = false } = props
  const { href, close } = useContactsAddress()
  const { tab = 'details' } = ContactAddress.parse(useSearch({ strict: false }))
  const [isGuarded, setGuarded] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const canManage = useCan('contacts.manage')
  const tabHref = (id: ContactTab) => href(base?.id ?? 'new', id === 'details' ? {} : { tab: id })
  return (
    <DialogFrame
      title={base ? <bdi>{base.name}</bdi> : 'New contact'}
      tabs={base && { label: 'Contact', all: tabsOf(form, tabHref), current: tab }}
      isCovered={isGuarded || isDeleting || isCovered}
      onClose={close}
      footer={
        <EditorButtons
          {...props}
          isIdle={base !== undefined && !form.isDirty}
          removal={base && <RemovalButton label="Remove contact" onClick={() => setDeleting(true)} />}
          onClose={close}
        />
      }
    >
      {props.notice}
      {base && tab === 'history' ? (
        <ContactHistory contact={base} canEdit={canManage} />
      ) : (
        <>
          {picture && <ContactPicture contact={picture} canEdit={canEdit} />}
          <ContactFields form={form} canEdit={canEdit} isNew={!base} />
        </>
      )}
      <UnsavedGuard thing="contact" isDirty={form.isDirty} isLeaving={follow.isLeaving} onAsk={setGuarded} />
      {base && isDeleting && (
        <RemoveContact contact={base} follow={follow} onClose={() => setDeleting(false)} />
      )}
      {props.children}
    </DialogFrame>
  )
}

function tabsOf({ errors }: ContactForm, href: (id: ContactTab) => string): Tab[] {
  return [
    { id: 'details', label: 'Details', href: href('details'), hasProblem: Object.keys(errors).length > 0 },
    { id: 'history', label: 'History', href: href('history') },
  ]
}

interface RemoveContactProps {
  contact: Contact
  follow: Follow
  onClose: () => void
}

function RemoveContact({ contact, follow, onClose }: RemoveContactProps) {
  const remove = useDeleteContact(contact)
  const tellFailure = useFailureToast()
  return (
    <ConfirmModal
      opened
      title="Remove this contact?"
      confirmLabel="Remove contact"
      destructive
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => follow.done(`“${contact.name}” was removed`),
          onError: (error) => tellFailure('The contact was not removed', error),
        })
      }
    >
      <bdi>{contact.name}</bdi> will be archived. New messages no longer match it. Captured messages keep this
      name.
    </ConfirmModal>
  )
}
