import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Group } from '@verbatim/contract/groups.ts'
import { GroupId, type ContactId, type UserId } from '@verbatim/contract/ids.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { ChangedAlert, differencesOf } from '#shell/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { MoveModal, type Offenders, offendersOf } from '#shell/MoveModal.tsx'
import { PeopleEditor } from '#shell/people/PeopleEditor.tsx'
import { UnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { DeleteGroup } from './DeleteGroup.tsx'
import { type GroupForm, useGroupForm } from './group-form.ts'
import { GroupDetails } from './GroupDetails.tsx'
import { GroupAddress, type GroupTab, useGroupsAddress } from './groups-address.ts'
import { idsOf, useCreateGroup, useSaveGroup } from './mutations.ts'
import { groupChoicesQuery, groupPeople } from './queries.ts'

/** A group to be made. */
export function NewGroup() {
  const form = useGroupForm(undefined)
  const create = useCreateGroup()
  const follow = useFollow(form)
  const submit = () => {
    const info = form.checked()
    if (!info) return
    create.mutate(
      {
        ...info,
        memberIds: idsOf<UserId>(form.members.added),
        contactIds: idsOf<ContactId>(form.contacts.added),
      },
      {
        onSuccess: ({ name }) => follow.done(`“${name}” was created`),
        onError: (error) => follow.failed('The group was not created', error),
      },
    )
  }
  return (
    <GroupDialog
      base={undefined}
      form={form}
      follow={follow}
      canEdit
      isSaving={create.isPending}
      submitLabel="Create group"
      onSubmit={submit}
    />
  )
}

/** A group that stands: to be changed by whoever may, to be read by the others. */
export function GroupEditor({ latest }: { latest: Group }) {
  const [base, setBase] = useState(latest)
  const form = useGroupForm(base)
  const save = useSaveGroup(base, setBase)
  const follow = useFollow(form)
  const [offenders, setOffenders] = useState<Offenders>()
  const { data: choices = [] } = useQuery({
    ...groupChoicesQuery(useApi()),
    enabled: offenders !== undefined,
  })
  const isNewer = latest.version > base.version && !save.isPending
  const adopt = () => {
    setBase(latest)
    form.reset(latest)
  }
  // Who has written nothing has nothing to lose: they see what stands.
  if (isNewer && !form.isDirty) adopt()
  const submit = (moveTo?: GroupId) => {
    const info = form.checked()
    if (!info) return
    save.mutate(
      { info: form.isInfoChanged ? info : undefined, members: form.members, contacts: form.contacts, moveTo },
      {
        onSuccess: () => follow.done(`“${info.name}” was saved`),
        onError: (error) => {
          const left = offendersOf(error, 'group.last-group')
          setOffenders(left)
          if (!left) follow.failed('The group was not saved', error)
        },
      },
    )
  }
  return (
    <GroupDialog
      base={base}
      form={form}
      follow={follow}
      canEdit={useCan('groups.manage')}
      isSaving={save.isPending}
      isCovered={offenders !== undefined}
      submitLabel="Save group"
      onSubmit={() => submit()}
      notice={
        isNewer &&
        form.isDirty && (
          <ChangedAlert
            thing="group"
            differences={differencesOf(wordsOf(base), wordsOf(latest))}
            onReload={adopt}
          />
        )
      }
    >
      <MoveModal
        title="Choose another group for them"
        offenders={offenders}
        need="at least one Group"
        noun="Group"
        choices={choices.filter(({ id }) => id !== base.id)}
        busy={save.isPending}
        onMove={(id) => submit(GroupId.parse(id))}
        onClose={() => setOffenders(undefined)}
      />
    </GroupDialog>
  )
}

const wordsOf = ({ name, description, sharedConversationHistory, memberCount, contactCount }: Group) => ({
  Name: name,
  Description: description,
  'Shared conversation history': sharedConversationHistory ? 'shared' : 'not shared',
  Members: String(memberCount),
  Contacts: String(contactCount),
})

/** Once it is saved nobody is asked whether to leave; a failure stands at its field, or is told. */
function useFollow(form: GroupForm) {
  const { close } = useGroupsAddress()
  const toast = useToast()
  const leaving = useRef(false)
  return {
    isLeaving: () => leaving.current,
    done: (title: string) => {
      leaving.current = true
      toast({ tone: 'done', title })
      close()
    },
    failed: (title: string, error: unknown) => {
      const failure = asFailure(error)
      if (failure.code === 'group.name-taken') form.setErrors({ name: failure.message })
      else if (failure.code !== 'group.changed' && failure.status !== 401)
        toast({ tone: 'failed', title, message: failure.message })
    },
  }
}

interface GroupDialogProps {
  base: Group | undefined
  form: GroupForm
  follow: ReturnType<typeof useFollow>
  canEdit: boolean
  isSaving: boolean
  isCovered?: boolean
  submitLabel: string
  onSubmit: () => void
  notice?: ReactNode
  children?: ReactNode
}

function GroupDialog(props: GroupDialogProps) {
  const { base, form, follow, canEdit, isCovered = false } = props
  const { href, close } = useGroupsAddress()
  const { tab = 'details' } = GroupAddress.parse(useSearch({ strict: false }))
  const [isGuarded, setGuarded] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const tabHref = (id: GroupTab) => href(base?.id ?? 'new', id === 'details' ? {} : { tab: id })
  const isIdle = base !== undefined && !form.isDirty
  return (
    <DialogFrame
      title={base ? <bdi>{base.name}</bdi> : 'New group'}
      tabsLabel="Group"
      tabs={[
        {
          id: 'details',
          label: 'Details',
          href: tabHref('details'),
          hasProblem: form.errors.name !== undefined,
        },
        { id: 'members', label: 'Members', href: tabHref('members'), count: base?.memberCount },
        { id: 'contacts', label: 'Contacts', href: tabHref('contacts'), count: base?.contactCount },
      ]}
      current={tab}
      isCovered={isGuarded || isDeleting || isCovered}
      onClose={close}
      footer={
        <GroupButtons
          {...props}
          isIdle={isIdle}
          onClose={close}
          onDelete={base && canEdit ? () => setDeleting(true) : undefined}
        />
      }
    >
      {props.notice}
      <GroupTabs base={base} form={form} tab={tab} canEdit={canEdit} />
      <UnsavedGuard thing="group" isDirty={form.isDirty} isLeaving={follow.isLeaving} onAsk={setGuarded} />
      {base && isDeleting && (
        <DeleteGroup
          group={base}
          onDeleted={() => follow.done(`“${base.name}” was deleted`)}
          onClose={() => setDeleting(false)}
        />
      )}
      {props.children}
    </DialogFrame>
  )
}

function GroupTabs({
  base,
  form,
  tab,
  canEdit,
}: Pick<GroupDialogProps, 'base' | 'form' | 'canEdit'> & { tab: GroupTab }) {
  const api = useApi()
  if (tab === 'details') return <GroupDetails form={form} canEdit={canEdit} />
  const [change, onChange] =
    tab === 'members' ? [form.members, form.setMembers] : [form.contacts, form.setContacts]
  return (
    <PeopleEditor
      key={tab}
      noun={tab}
      source={groupPeople(api, tab, base?.id)}
      change={change}
      onChange={onChange}
      canEdit={canEdit}
      isNew={!base}
    />
  )
}

interface GroupButtonsProps extends Pick<
  GroupDialogProps,
  'canEdit' | 'isSaving' | 'submitLabel' | 'onSubmit'
> {
  /** Nothing has been written that is not saved. */
  isIdle: boolean
  onClose: () => void
  onDelete: (() => void) | undefined
}

function GroupButtons({
  canEdit,
  isSaving,
  submitLabel,
  onSubmit,
  isIdle,
  onClose,
  onDelete,
}: GroupButtonsProps) {
  return (
    <>
      {onDelete && (
        <Button variant="subtle" color="red" mr="auto" onClick={onDelete}>
          Delete group
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {isIdle || !canEdit ? 'Close' : 'Cancel'}
      </Button>
      {canEdit && (
        <Button
          loading={isSaving}
          disabled={isIdle}
          title={isIdle ? 'Nothing has been changed' : undefined}
          onClick={onSubmit}
        >
          {submitLabel}
        </Button>
      )}
    </>
  )
}
