import { Stack, Switch } from '@mantine/core'
import {
  getGroupEffect,
  type Group,
  groupCalls,
  type GroupEffect,
  GroupInfo,
  groupLimits,
  managedGroupList,
} from '@verbatim/contract/groups.ts'
import { type ContactId, GroupId, type UserId } from '@verbatim/contract/ids.ts'
import { EditorApproval } from '#approval/EditorApproval.tsx'
import { orApproval, type Unapproved } from '#approval/or-approval.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { defineEditor, type EditorProps, type Outcome, type Saving } from '#editor/define-editor.ts'
import { defineRemoval, type EffectProps } from '#editor/define-removal.tsx'
import { asking, MoveFields, MoveModal, type Offenders } from '#editor/MoveModal.tsx'
import { NameFields } from '#editor/NameFields.tsx'
import { idsOf, noPeopleChange, type PeopleChange } from '#editor/people-change.ts'
import { peopleTab } from '#editor/PeopleTab.tsx'
import { groupSource } from '#lists/sought-options.ts'
import { GroupReach } from './GroupReach.tsx'
import { groupContacts, groupMembers, groupQuery } from './queries.ts'

interface GroupTypes {
  thing: Group
  values: GroupInfo & { members: PeopleChange; contacts: PeopleChange }
  body: GroupInfo
  /** People whom the change would leave without a group, or a change that needs a second person. */
  question: Offenders | Unapproved
  /** The group they move to instead. */
  answer: GroupId
}

const infoOf = ({ name, description, sharedConversationHistory }: GroupInfo): GroupInfo => ({
  name,
  description,
  sharedConversationHistory,
})

const moving = { noun: 'group', source: groupSource, toId: (id: string) => GroupId.parse(id) }

const noPeople = { members: noPeopleChange, contacts: noPeopleChange }

export const groupEditor = defineEditor<GroupTypes>({
  noun: 'group',
  nameOf: ({ name }) => name,
  place: { list: managedGroupList, path: '/organization/groups' },
  slice: 'groups',
  query: groupQuery,
  manage: 'groups.manage',
  tabs: [
    {
      id: 'details',
      label: 'Details',
      fields: ['name', 'description'],
      Content: Details,
      Side: ({ editor: { base, canEdit } }) => base && canEdit && <GroupReach group={base} />,
      isSideLater: true,
    },
    peopleTab('members', { label: 'Members', count: ({ memberCount }) => memberCount, source: groupMembers }),
    peopleTab('contacts', {
      label: 'Contacts',
      count: ({ contactCount }) => contactCount,
      source: groupContacts,
    }),
  ],
  blank: { name: '', description: '', sharedConversationHistory: false, ...noPeople },
  toValues: (group) => ({ ...infoOf(group), ...noPeople }),
  schema: GroupInfo,
  toBody: infoOf,
  wordsOf: ({ name, description, sharedConversationHistory }, { memberCount, contactCount }) => ({
    Name: name,
    Description: description,
    'Shared conversation history': sharedConversationHistory ? 'shared' : 'not shared',
    Members: String(memberCount),
    Contacts: String(contactCount),
  }),
  changed: 'group.changed',
  fieldOf: { 'group.name-taken': 'name' },
  save: saveGroup,
  Question,
  removal: defineRemoval<Group, GroupEffect, GroupId | undefined>({
    verb: 'Delete',
    isTyped: true,
    effect: (api, { id }) => api(getGroupEffect, { params: { id } }),
    refusalOf: ({ refusal }) => refusal,
    Effect: DeletionEffect,
    isReady: ({ left }, moveTo) => left.count === 0 || moveTo !== undefined,
    remove: (api, { id, version }, moveTo) =>
      api(groupCalls.remove, { params: { id }, query: { expectedVersion: version, moveTo } }),
  }),
})

/** Saves the fields and the people in one step. */
async function saveGroup(saving: Saving<GroupTypes>, info: GroupInfo): Promise<Outcome<GroupTypes>> {
  const { api, base, values, answer: moveTo } = saving
  const addedMemberIds = idsOf<UserId>(values.members.added)
  const addedContactIds = idsOf<ContactId>(values.contacts.added)
  if (!base) {
    const body = { ...info, memberIds: addedMemberIds, contactIds: addedContactIds }
    return { saved: await api(groupCalls.create, { body }) }
  }
  const body = {
    ...info,
    addedMemberIds,
    addedContactIds,
    removedMemberIds: idsOf<UserId>(values.members.removed),
    removedContactIds: idsOf<ContactId>(values.contacts.removed),
    moveTo,
    expectedVersion: base.version,
  }
  const change = { operation: 'update-group', groupId: base.id, body } as const
  return orApproval(
    asking('group.last-group', api(groupCalls.update, { params: { id: base.id }, body })),
    change,
  )
}

function Question({ editor }: EditorProps<GroupTypes>) {
  const { question, answer } = editor
  const offenders = question && 'names' in question ? question : undefined
  return (
    <>
      <EditorApproval editor={editor} />
      <MoveModal moving={moving} offenders={offenders} editor={editor} onMove={answer} />
    </>
  )
}

function Details({ editor: { form, canEdit } }: EditorProps<GroupTypes>) {
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameFields form={form} limits={groupLimits} />
      <Switch
        label="Shared conversation history"
        description="Members can read colleagues’ conversations with the group’s contacts, including earlier ones. Conversations with a personal contact stay visible to its owner only. Managers can always read all of them."
        {...form.getInputProps('sharedConversationHistory', { type: 'checkbox' })}
        disabled={!canEdit}
      />
    </Stack>
  )
}

type Deletion = EffectProps<Group, GroupEffect, GroupId | undefined>

function DeletionEffect({ thing, effect, chosen, onChoose }: Deletion) {
  const { members, contacts, conversations, profiles, policies, left } = effect
  return (
    <>
      <p>Deleting this group can’t be undone.</p>
      <ul>
        <li>
          {counted(members, 'member')} and {counted(contacts, 'contact')} leave it.
        </li>
        <li>
          {counted(conversations, 'conversation stays', 'conversations stay')} on record. Only people with
          access to all groups, or to another of the{' '}
          {conversations === 1 ? 'conversation’s' : 'conversations’'} groups, can still see{' '}
          {conversations === 1 ? 'it' : 'them'}.
        </li>
        {profiles.length > 0 && <li>These permission profiles no longer cover it: {profiles.join(', ')}.</li>}
        {policies.length > 0 && <li>These policies no longer apply to it: {policies.join(', ')}.</li>}
      </ul>
      {left.count > 0 && (
        <MoveFields moving={moving} offenders={left} exceptId={thing.id} {...{ chosen, onChoose }} />
      )}
    </>
  )
}
