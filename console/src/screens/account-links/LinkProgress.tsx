import { Alert, Button, CopyButton, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { LinkChoice, LinkState } from '@verbatim/contract/account-links.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { Countdown } from '@verbatim/ui/sign-in/Countdown.tsx'
import { QrCode } from '@verbatim/ui/sign-in/QrCode.tsx'
import type { ReactNode } from 'react'
import classes from './LinkProgress.module.css'

interface LinkProgressProps {
  state: LinkState
  /** Where the owner scans a QR code or types a code. */
  channelName: string
  onChoose: (choice: LinkChoice) => void
  onAgain: () => void
  isBusy?: boolean
  /** Where the owner enters what is asked for. */
  form?: ReactNode
}

const chooseWords: Record<LinkChoice, string> = {
  qr: 'Scan a QR code instead',
  code: 'Use a code instead',
}

/** How far the linking of an account is, and what its owner does now. */
export function LinkProgress({
  state,
  channelName,
  onChoose,
  onAgain,
  isBusy = false,
  form,
}: LinkProgressProps) {
  const { status, step, problem, choices } = state
  const shown = step?.kind ?? choices[0]
  const others = choices.filter((choice) => choice !== shown)
  return (
    <Stack gap="md">
      {/* The region stays, so that each change of its words is read out. */}
      <div role="status" aria-live="polite">
        {status === 'waiting' && (
          <div className={classes.waits}>
            <Loader size="sm" aria-hidden />
            <Text>Getting the next step ready. Keep this page open.</Text>
          </div>
        )}
        {status === 'linking' && step && <StepWords step={step} channelName={channelName} />}
        {status === 'connected' && (
          <Alert color="green" icon={<IconCheck aria-hidden />} title="Connected">
            New messages of this account are captured from now on. There is nothing more to do here.
          </Alert>
        )}
        {status === 'failed' && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The account is not connected">
            {problem}
          </Alert>
        )}
      </div>
      {status === 'linking' && step && <Step step={step} channelName={channelName} form={form} />}
      {status === 'failed' && (
        <Button onClick={onAgain} loading={isBusy}>
          Try again
        </Button>
      )}
      {(status === 'waiting' || status === 'linking') &&
        others.map((choice) => (
          <Button key={choice} variant="default" onClick={() => onChoose(choice)} loading={isBusy}>
            {chooseWords[choice]}
          </Button>
        ))}
    </Stack>
  )
}

interface StepProps {
  step: LinkStep
  channelName: string
}

/** What the owner does now. The page waits for it, unless it is done here. */
function StepWords({ step: { kind }, channelName }: StepProps) {
  return (
    <div className={classes.waits}>
      {kind !== 'form' && <Loader size="sm" aria-hidden />}
      <Text>{wordsOf[kind](channelName)}</Text>
    </div>
  )
}

const wordsOf: Record<LinkStep['kind'], (channelName: string) => string> = {
  qr: (channelName) => `Scan this QR code with ${channelName} on the account’s phone.`,
  code: (channelName) => `Type this code in ${channelName} on the account’s phone.`,
  open: (channelName) => `Open ${channelName} with the button below. This page updates when you’re done.`,
  form: () => 'Follow the steps below, and then enter what they give you.',
}

function Step({ step: { kind, value, expiresAt }, channelName, form }: StepProps & { form: ReactNode }) {
  if (kind === 'form') return form
  return (
    <div className={classes.step}>
      {kind === 'qr' && <QrCode text={value} label={`QR code to scan with ${channelName}`} />}
      {kind === 'code' && (
        <>
          <p className={classes.code} aria-label="Code">
            {value}
          </p>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy code'}
              </Button>
            )}
          </CopyButton>
        </>
      )}
      {kind === 'open' && value.startsWith('https://') && (
        <Button component="a" href={value} target="_blank" rel="noreferrer" fullWidth>
          Open {channelName}
        </Button>
      )}
      {expiresAt && kind !== 'open' && (
        <Text size="sm" c="dimmed">
          A new code appears <Countdown key={expiresAt} endsAt={Date.parse(expiresAt)} />
        </Text>
      )}
    </div>
  )
}
