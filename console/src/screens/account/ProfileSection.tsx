import '@verbatim/ui/mantine-later.css'
import { Alert, Button, Group, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { type Account, AccountChange, updateAccount } from '@verbatim/contract/account.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useHouse } from '#shell/use-house.ts'
import classes from './AccountScreen.module.css'
import { accountQuery } from './queries.ts'

const { shape } = AccountChange
const problem = (field: keyof typeof shape) => (value: string) =>
  shape[field].safeParse(value).error?.issues[0]?.message

/** Name and number. The mail address stays: records were captured under it. */
export function ProfileSection({ account }: { account: Account }) {
  const { api, session } = useHouse()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { firstName, lastName, phoneNumber = '', email, version: expectedVersion } = account
  const form = useForm({
    initialValues: { firstName, lastName, phoneNumber },
    validate: {
      firstName: problem('firstName'),
      lastName: problem('lastName'),
      phoneNumber: problem('phoneNumber'),
    },
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) => api(updateAccount, { body: { ...values, expectedVersion } }),
    async onSuccess(changed) {
      queryClient.setQueryData(accountQuery(api).queryKey, changed)
      toast({ tone: 'done', title: 'Your profile is saved' })
      // The name at the top comes with the session's tokens.
      await session.renew(await session.accessToken())
      await queryClient.invalidateQueries({ queryKey: ['viewer'] })
    },
    onError(error) {
      const { code, message } = asFailure(error)
      if (code === 'user.bad-phone') form.setFieldError('phoneNumber', message)
    },
  })
  const failure = save.error && asFailure(save.error)
  const isStale = failure?.code === 'user.changed'
  return (
    <section className={classes.section}>
      <Title order={2}>Profile</Title>
      <form noValidate className={classes.section} onSubmit={form.onSubmit((values) => save.mutate(values))}>
        {failure && failure.code !== 'user.bad-phone' && (
          <Alert color="red" role="alert">
            {failure.message}
            {isStale && (
              <Button
                variant="default"
                size="compact-sm"
                ml="sm"
                onClick={() => void queryClient.invalidateQueries(accountQuery(api))}
              >
                Reload
              </Button>
            )}
          </Alert>
        )}
        <TextInput
          label="Email"
          value={email}
          readOnly
          description="It stays as it is: messages are recorded under it."
        />
        <Group grow align="start">
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        </Group>
        <TextInput
          label="Phone number"
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save the profile
          </Button>
        </Group>
      </form>
    </section>
  )
}
