import { Select, Stack } from '@mantine/core'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { givenMessengerRoles, givenRoles } from '@verbatim/contract/user-drafts.ts'
import { messengerRoleNames } from '@verbatim/contract/users.ts'
import { userLimits } from '@verbatim/contract/user-fields.ts'
import { FieldPair, LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { useViewer } from '#shell/use-app-context.ts'
import { MembershipPicker } from './MembershipPicker.tsx'
import type { Side } from './sides.ts'
import type { UserTypes } from './user-editor.tsx'

type UserProps = EditorProps<UserTypes> & { side: Side }

/** A user's name, permissions, and memberships. */
export function UserFields({ side, editor }: UserProps) {
  const { form, values, canEdit, isNew } = editor
  const bind = (name: 'email' | 'firstName' | 'lastName' | 'phoneNumber') => ({
    autoComplete: 'off',
    ...form.getInputProps(name),
    value: values[name],
  })
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      {isNew && <MailWaits />}
      <LimitedInput
        label="Email"
        description={
          isNew ? undefined : 'You can’t change the email address, because messages are recorded under it.'
        }
        withAsterisk
        type="email"
        data-autofocus={isNew || undefined}
        limit={userLimits.email}
        {...bind('email')}
        readOnly={!isNew}
      />
      <FieldPair>
        <LimitedInput label="First name" withAsterisk limit={userLimits.name} {...bind('firstName')} />
        <LimitedInput label="Last name" withAsterisk limit={userLimits.name} {...bind('lastName')} />
      </FieldPair>
      <FieldPair>
        <LimitedInput label="Phone number" type="tel" limit={userLimits.phone} {...bind('phoneNumber')} />
        <RoleField side={side} editor={editor} />
      </FieldPair>
      <MembershipPicker
        side={side}
        chosen={values.memberships}
        error={form.errors['memberships']}
        canEdit={canEdit}
        onChange={(memberships) => form.setFieldValue('memberships', memberships)}
      />
    </Stack>
  )
}

/** Roles that can be given; only a Super Admin can make another Super Admin. */
function RoleField({ side, editor: { form, values } }: UserProps) {
  const { role } = useViewer()
  const data =
    side === 'messenger'
      ? optionsOf(givenMessengerRoles, messengerRoleNames)
      : givenRoles.map((value) => ({
          value,
          label: roleNames[value],
          disabled: value === 'super_admin' && role !== 'super_admin',
        }))
  return (
    <Select
      label="Role"
      withAsterisk
      placeholder="Choose a role"
      allowDeselect={false}
      data={data}
      {...form.getInputProps('role')}
      value={values.role || null}
    />
  )
}
