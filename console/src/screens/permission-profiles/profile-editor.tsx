import { Stack } from '@mantine/core'
import { channelNames } from '@verbatim/contract/channels.ts'
import { ProfileInfo, profileLimits, profileList } from '@verbatim/contract/permission-profiles.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { defineEditor, type EditorProps } from '#editor/define-editor.ts'
import { MoveModal } from '#editor/MoveModal.tsx'
import { NameFields } from '#editor/NameFields.tsx'
import { peopleTab } from '#editor/PeopleTab.tsx'
import { AccessEffectModal } from './AccessEffectModal.tsx'
import { permissionWords } from './permission-words.ts'
import { PermissionsTab } from './PermissionsTab.tsx'
import { toProfileFailure } from './profile-failure.ts'
import { blankProfile, infoOf, isSameProfile, type ProfileTypes, toValues } from './profile-form.ts'
import { movingProfile, profileRemoval } from './profile-removal.tsx'
import { saveProfile } from './profile-save.ts'
import { profilePeople, profileQuery } from './queries.ts'

export const profileEditor = defineEditor<ProfileTypes>({
  noun: 'permission profile',
  short: 'profile',
  nameOf: ({ name }) => name,
  place: { list: profileList, path: '/organization/permission-profiles', tabsInPath: true },
  slice: 'permission-profiles',
  query: profileQuery,
  manage: 'permission_profiles.manage',
  size: 'large',
  tabs: [
    { id: 'profile-name', label: 'Profile Name', fields: ['name', 'description'], Content: Name },
    { id: 'permissions', label: 'Permissions', Content: PermissionsTab },
    peopleTab('members', {
      id: 'membership',
      label: 'Membership',
      count: ({ memberCount }) => memberCount,
      source: profilePeople,
    }),
  ],
  blank: blankProfile,
  toValues,
  isSame: isSameProfile,
  schema: ProfileInfo,
  toBody: infoOf,
  wordsOf: (values, { memberCount }) => ({
    Name: values.name,
    Description: values.description,
    Channels: values.channels.map((channel) => channelNames[channel]).join(', '),
    Groups: values.allGroups ? 'All groups' : values.groups.map(({ name }) => name).join(', '),
    Permissions: values.permissions.map((permission) => permissionWords[permission]).join(', '),
    Members: String(memberCount),
  }),
  changed: 'permission-profile.changed',
  fieldOf: { 'permission-profile.name-taken': 'name' },
  reword: toProfileFailure,
  save: saveProfile,
  Question,
  removal: profileRemoval,
})

function Name({ editor: { form } }: EditorProps<ProfileTypes>) {
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameFields form={form} limits={profileLimits} />
    </Stack>
  )
}

/** The grants of the profile for remaining members are also an effect, and must be confirmed too. */
function Question({ editor }: EditorProps<ProfileTypes>) {
  const { isNew, question, isSaving, answer, forget } = editor
  return (
    <>
      <AccessEffectModal
        effect={question?.effect}
        confirmLabel={isNew ? 'Create profile' : 'Save'}
        busy={isSaving}
        onConfirm={() => answer({ isAgreed: true, moveTo: question?.moveTo })}
        onClose={forget}
      />
      <MoveModal
        moving={movingProfile}
        offenders={question?.offenders}
        editor={editor}
        onMove={(moveTo) => answer({ isAgreed: false, moveTo })}
      />
    </>
  )
}
