import { useSearch } from '@tanstack/react-router'
import type { Group } from '@verbatim/contract/groups.ts'
import { GroupId, type ContactId, type UserId } from '@verbatim/contract/ids.ts'
import type { Tab } from '@verbatim/ui/TabBar.tsx'
import { type ReactNode, useState } from 'react'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { differencesOf } from '#editor/differences.ts'
import { EditorButtons, RemovalButton } from '#editor/EditorButtons.tsx'
import { type Follow, useFollow } from '#editor/use-follow.ts'
import { useNewer } from '#editor/use-newer.ts'
import { MoveModal, type Offenders, offendersOf } from '#editor/MoveModal.tsx'
import { PeopleEditor } from '#editor/PeopleEditor.tsx'
import { soughtGroups } from '#shell/sought-options.ts'
import { UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { DeleteGroup } from './DeleteGroup.tsx'
import { type GroupForm, useGroupForm } from './group-form.ts'
import { GroupDetails } from './GroupDetails.tsx'
import { GroupAddress, type GroupTab, useGroupsAddress } from './groups-address.ts'
import { idsOf, useCreateGroup, useSaveGroup } from './mutations.ts'
import { groupPeople } from './queries.ts'

/** A group to be made. */
export function NewGroup() {
  const form = useGroupForm(undefined)
  const create = useCreateGroup()
  const follow = useGroupFollow(form)
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
  const follow = useGroupFollow(form)
  const [offenders, setOffenders] = useState<Offenders>()
  const newer = useNewer({ base, latest, form, isSaving: save.isPending, onBase: setBase })
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
        newer && (
          <ChangedAlert
            thing="this group"
            differences={differencesOf({
              before: wordsOf(base),
              theirs: wordsOf(latest),
              mine: wordsOf({ ...base, ...form.info }),
            })}
            {...newer}
          />
        )
      }
    >
      <MoveModal
        title="Choose another group for them"
        offenders={offenders}
        need="at least one Group"
        noun="Group"
        choices={soughtGroups}
        exceptId={base.id}
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

/** A name that another group has stands beside the field. */
function useGroupFollow(form: GroupForm) {
  const { close } = useGroupsAddress()
  return useFollow({
    close,
    changedCode: 'group.changed',
    place({ code, message }) {
      if (code !== 'group.name-taken') return false
      form.setErrors({ name: message })
      return true
    },
  })
}

interface GroupDialogProps {
  base: Group | undefined
  form: GroupForm
  follow: Follow
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
  return (
    <DialogFrame
      title={base ? <bdi>{base.name}</bdi> : 'New group'}
      tabs={{ label: 'Group', all: tabsOf(base, form, tabHref), current: tab }}
      isCovered={isGuarded || isDeleting || isCovered}
      onClose={close}
      footer={
        <EditorButtons
          {...props}
          isIdle={base !== undefined && !form.isDirty}
          removal={base && <RemovalButton label="Delete group" onClick={() => setDeleting(true)} />}
          onClose={close}
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

function tabsOf(base: Group | undefined, { errors }: GroupForm, href: (id: GroupTab) => string): Tab[] {
  return [
    { id: 'details', label: 'Details', href: href('details'), hasProblem: errors.name !== undefined },
    { id: 'members', label: 'Members', href: href('members'), count: base?.memberCount },
    { id: 'contacts', label: 'Contacts', href: href('contacts'), count: base?.contactCount },
  ]
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
