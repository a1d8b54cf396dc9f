import { Alert, Loader, Stack, Title } from '@mantine/core'
import { getOnboarding, type Onboarding } from '@verbatim/contract/account-links.ts'
import { SignInFrame } from '@verbatim/ui/SignInFrame.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import { LinkProgress } from './LinkProgress.tsx'
import classes from './OnboardingScreen.module.css'
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
  return (
    <SignInFrame
      organization={organization.name}
      logo={organization.logo}
      isAlone
      title={state ? `Link your ${state.channelName} account` : 'Link your account'}
    >
      <title>Link your account · Verbatim</title>
      {failure && (
        <Alert color="red" role="alert" title="This page can’t link an account">
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
              <bdi>{state.address}</bdi>
            </dd>
          </dl>
          <LinkProgress
            state={state}
            channelName={state.channelName}
            onChoose={acts.choose}
            onAgain={acts.startAgain}
            isBusy={acts.isBusy}
          />
          {state.status !== 'connected' && <Steps steps={state.steps} />}
        </Stack>
      )}
    </SignInFrame>
  )
}

function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        How it works
      </Title>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Stack>
  )
}
