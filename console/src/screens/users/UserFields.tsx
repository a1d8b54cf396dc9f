import { Select, Stack } from '@mantine/core'
import { roleNames } from '@verbatim/contract/permissions.ts'
import { givenMessengerRoles, givenRoles, messengerRoleNames, userLimits } from '@verbatim/contract/users.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { MembershipPicker } from './MembershipPicker.tsx'
import type { Side } from './sides.ts'
import type { UserForm, UserValues } from './user-form.ts'
import classes from './UserFields.module.css'

interface UserFieldsProps {
  side: Side
  form: UserForm
  canEdit: boolean
  /** They are there already: their mail address stays. */
  isKnown?: boolean
}

/** Who somebody is, what they may do, and what they belong to. */
export function UserFields({ side, form, canEdit, isKnown = false }: UserFieldsProps) {
  const { values, errors, set } = form
  return (
    <Stack gap="lg" maw={640}>
      <LimitedInput
        label="Email"
        description={
          isKnown ? 'You can’t change the email address, because messages are recorded under it.' : undefined
        }
        withAsterisk
        type="email"
        autoComplete="off"
        data-autofocus={!isKnown || undefined}
        limit={userLimits.email}
        readOnly={isKnown || !canEdit}
        value={values.email}
        error={errors.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NameField label="First name" name="firstName" form={form} canEdit={canEdit} />
        <NameField label="Last name" name="lastName" form={form} canEdit={canEdit} />
      </div>
      <div className={classes.pair}>
        <LimitedInput
          label="Phone number"
          type="tel"
          autoComplete="off"
          limit={userLimits.phone}
          readOnly={!canEdit}
          value={values.phoneNumber}
          error={errors.phoneNumber}
          onChange={(event) => set({ phoneNumber: event.currentTarget.value })}
        />
        <RoleField side={side} form={form} canEdit={canEdit} />
      </div>
      <MembershipPicker
        side={side}
        chosen={values.memberships}
        error={errors.memberships}
        canEdit={canEdit}
        onChange={(memberships) => set({ memberships })}
      />
    </Stack>
  )
}

interface NameFieldProps {
  label: string
  name: keyof Pick<UserValues, 'firstName' | 'lastName'>
  form: UserForm
  canEdit: boolean
}

function NameField({ label, name, form, canEdit }: NameFieldProps) {
  return (
    <LimitedInput
      label={label}
      withAsterisk
      autoComplete="off"
      limit={userLimits.name}
      readOnly={!canEdit}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set({ [name]: event.currentTarget.value })}
    />
  )
}

/** Roles that can be given; only a Super Admin makes another. */
function RoleField({ side, form, canEdit }: Omit<UserFieldsProps, 'isKnown'>) {
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
      readOnly={!canEdit}
      data={data}
      value={form.values.role || null}
      error={form.errors.role}
      onChange={(value) => form.set({ role: value ?? '' })}
    />
  )
}
