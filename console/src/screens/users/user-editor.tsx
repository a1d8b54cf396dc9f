import { Stack } from '@mantine/core'
import type { Failure } from '@verbatim/client/failure.ts'
import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { EditorApproval } from '#approval/EditorApproval.tsx'
import { orApproval, type Unapproved } from '#approval/or-approval.ts'
import { requiredText } from '@verbatim/contract/text.ts'
import type { MessengerUserChange, PlatformUserDraft } from '@verbatim/contract/user-drafts.ts'
import { getUserEffect, type User } from '@verbatim/contract/users.ts'
import { defineEditor, type EditorProps, type Outcome, type Saving } from '#editor/define-editor.ts'
import { EditorScreen, NewScreen } from '#editor/EditorDialog.tsx'
import { AccessEffectModal } from '#screens/permission-profiles/AccessEffectModal.tsx'
import { doesNothing } from '#screens/permission-profiles/effect-words.ts'
import { AccessPanel } from '#screens/permission-profiles/EffectiveAccess.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { userQuery } from './queries.ts'
import { type Side, sides } from './sides.ts'
import { SignInPanel } from './SignInPanel.tsx'
import { blankUser, toDraft, toValues, type UserValues, wordsOf } from './user-form.ts'
import { userRemoval } from './user-removal.tsx'
import { UserFields } from './UserFields.tsx'

export interface UserTypes {
  thing: User
  values: UserValues
  /** A messenger user's draft has another schema. */
  body: PlatformUserDraft
  /** The effect of the change on what the user sees and may do, or a change that needs a second person. */
  question: AccessEffect | Unapproved
  /** The confirmed effect. */
  answer: true
}

const editors = { platform: userEditor('platform'), messenger: userEditor('messenger') } as const

export const UserScreen = ({ side }: { side: Side }) => <EditorScreen of={editors[side]} />
/** A new user is invited: a temporary password is mailed to them. */
export const InviteScreen = ({ side }: { side: Side }) => <NewScreen of={editors[side]} />

function userEditor(side: Side) {
  const { spec, list, manage, thing, draft } = sides[side]
  return defineEditor<UserTypes>({
    noun: 'user',
    nameOf: ({ fullName }) => fullName,
    place: { list: spec, path: list, newPath: 'invite' },
    slice: 'users',
    query: (api, id) => userQuery(api, side, id),
    manage,
    isEditable: ({ status }) => status !== 'removed',
    tabs: [
      {
        id: 'details',
        label: 'Details',
        Content: ({ editor }) => <UserFields side={side} editor={editor} />,
        Side: ({ editor }) => <Panels side={side} editor={editor} />,
        isSideLater: true,
      },
    ],
    blank: blankUser,
    toValues: (user) => toValues(side, user),
    schema: draft,
    toBody: (values) => toDraft(side, values),
    fields: { messengerRole: 'role', permissionProfileIds: 'memberships', groupIds: 'memberships' },
    says: { role: requiredText('Role') },
    wordsOf: (values, user) => wordsOf(side, values, user),
    changed: 'user.changed',
    fieldOf,
    save: (saving, body) => saveUser(side, saving, body),
    Question,
    removal: userRemoval(side),
    creation: {
      title: `Invite a ${thing}`,
      submit: 'Send invitation',
      done: ({ email }) => `${email} was invited`,
      failed: 'The user was not invited',
    },
  })
}

function fieldOf({ code, details }: Failure): keyof UserValues | undefined {
  if (code === 'user.email-taken') return 'email'
  return details['field'] === 'phoneNumber' ? 'phoneNumber' : undefined
}

/** A change that grants or removes access to messages, or a permission, must be confirmed first. */
async function saveUser(
  side: Side,
  { api, base, answer }: Saving<UserTypes>,
  draft: PlatformUserDraft,
): Promise<Outcome<UserTypes>> {
  const { invite, update } = sides[side].calls
  if (!base) return { saved: await api(invite, { body: draft }) }
  const { email: _, ...change } = draft
  const params = { id: base.id }
  if (!answer && side === 'platform' && givesOtherwise(base, change)) {
    const { role, permissionProfileIds } = change
    const effect = await api(getUserEffect, { params, body: { role, permissionProfileIds } })
    if (!doesNothing(effect)) return { question: effect }
  }
  const body = { ...change, expectedVersion: base.version }
  const saving = api(update, { params, body }).then((saved) => ({ saved }))
  // Only groups and the phone number need approval: of a role or profiles there is no request.
  if (side === 'platform' && givesOtherwise(base, change)) return saving
  const { role: _role, permissionProfileIds: _ids, ...person } = body
  return orApproval(saving, {
    operation: 'update-user',
    userId: base.id,
    // What was sent: the body of a messenger user.
    body: side === 'platform' ? person : (body as unknown as MessengerUserChange),
  })
}

function Question({ editor }: EditorProps<UserTypes>) {
  const { question, isSaving, answer, forget } = editor
  const effect = question && !('change' in question) ? question : undefined
  return (
    <>
      <EditorApproval editor={editor} />
      <AccessEffectModal
        effect={effect}
        confirmLabel="Save user"
        busy={isSaving}
        onConfirm={() => answer(true)}
        onClose={forget}
      />
    </>
  )
}

function givesOtherwise(
  { role, permissionProfiles }: User,
  change: Pick<PlatformUserDraft, 'role' | 'permissionProfileIds'>,
): boolean {
  const had = new Set(permissionProfiles.map(({ id }) => id))
  const { permissionProfileIds: ids } = change
  return change.role !== role || ids.length !== had.size || ids.some((id) => !had.has(id))
}

/** How the user signs in, and what the user can see. */
function Panels({ side, editor: { latest, canEdit } }: EditorProps<UserTypes> & { side: Side }) {
  const mayExplain = useCan('permission_profiles.manage')
  return (
    latest && (
      <Stack gap="xl">
        <SignInPanel side={side} user={latest} canEdit={canEdit} />
        {mayExplain && <AccessPanel userId={latest.id} />}
      </Stack>
    )
  )
}
