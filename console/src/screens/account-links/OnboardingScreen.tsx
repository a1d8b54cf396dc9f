import { Alert, Loader, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { getOnboarding, type Onboarding } from '@verbatim/contract/account-links.ts'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { useState } from 'react'
import { useAppContext } from '#shell/use-app-context.ts'
import { LinkProgress } from './LinkProgress.tsx'
import classes from './OnboardingScreen.module.css'
import { type OwnerDetails, OwnerForm } from './OwnerForm.tsx'
import { Points } from './Points.tsx'
import { useLinking } from './use-linking.ts'

/** The page of a mailed link: the owner of an account links it here, without an account of the product. */
export function OnboardingScreen() {
  const { api, organization } = useAppContext()
  // After the hash, which no server receives. It stays there, so that the page can be opened again.
  const token = location.hash.replace(/^#/, '')
  const { state, failure, ...acts } = useLinking<Onboarding>({
    key: ['onboarding', token],
    ask: (asked, signal) => api(getOnboarding, { body: { token, ...asked } }, signal),
  })
  const [details, setDetails] = useState<OwnerDetails>({})
  const title = failure ? 'This page can’t link an account' : titleOf(state)
  return (
    <SignInFrame organization={organization.name} logo={organization.logo} isAlone title={title}>
      <title>{`${title} · Verbatim`}</title>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {failure.message}
        </Alert>
      )}
      {!failure && !state && <Loader aria-label="Loading" />}
      {!failure && state && (
        <Stack gap="lg">
          <dl className={classes.facts}>
            <dt>Account</dt>
            <dd>
              <bdi>{state.accountName}</bdi>
            </dd>
            <dt>Address</dt>
            <dd>
              <bdi>{addressText(state.address)}</bdi>
            </dd>
          </dl>
          <LinkProgress
            state={state}
            channelName={state.channelName}
            onChoose={acts.choose}
            onAgain={acts.startAgain}
            isBusy={acts.isBusy}
            form={
              <OwnerForm
                token={token}
                fields={state.step?.fields ?? []}
                details={details}
                onChange={setDetails}
                onFilled={acts.put}
              />
            }
          />
          {state.status !== 'connected' && (
            <>
              <Points title="Before you link" points={state.before} />
              <Points title="Steps" points={state.steps} isOrdered />
            </>
          )}
        </Stack>
      )}
    </SignInFrame>
  )
}

function titleOf(state: Onboarding | undefined): string {
  if (!state) return 'Link your account'
  if (state.status === 'connected') return `Your ${state.channelName} account is linked`
  return `Link your ${state.channelName} account`
}
