import { Button, Code, CopyButton, Stack, Text } from '@mantine/core'
import { type AccountEntry, entryOf } from '@verbatim/contract/account-fields.ts'
import { accountAddressNames } from '@verbatim/contract/accounts.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { IntegrationAccount, MailServer } from '@verbatim/contract/integration-accounts.ts'
import { dateText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { Points } from '#screens/account-links/Points.tsx'
import type { AccountTypes } from './account-editor.tsx'
import { CapturedFrom } from './CapturedFrom.tsx'
import { Reconnect } from './ConnectionNotice.tsx'

interface ConnectionStepsProps extends EditorProps<AccountTypes> {
  channel: ConnectableChannel
}

/** How an account of this channel is connected, and the address that Verbatim gave it. */
export function ConnectionSteps({ channel, editor }: ConnectionStepsProps) {
  const entry = entryOf(channel, editor.values.isPersons)
  const { address } = entry
  const { latest } = editor
  const isConnected = latest?.status === 'active'
  // The link of a person's account is for its owner; it has no address to deliver to.
  const isGiven = address === 'made' && !latest?.source
  const canReconnect = latest?.source ? address === 'made' : !isGiven
  return (
    <Stack>
      <Instructions entry={entry} isConnected={isConnected} />
      <Text size="sm" c="dimmed">
        <CapturedFrom channel={channel} />
      </Text>
      {latest && <GivenOut channel={channel} account={latest} hasAddress={isGiven} />}
      {isConnected && !latest.request && canReconnect && <Reconnect account={latest} />}
      {latest && (
        <Text size="sm">
          <TextLink href={`/integrations/accounts/${latest.id}`}>Capture health of the account</TextLink>
        </Text>
      )}
    </Stack>
  )
}

interface GivenOutProps {
  channel: ConnectableChannel
  account: IntegrationAccount
  hasAddress: boolean
}

/** What Verbatim gives out, to be used elsewhere. */
function GivenOut({ channel, account, hasAddress }: GivenOutProps) {
  const { step, address, mailServer, callbackUrl } = account
  return (
    <>
      {step && <Given label="For the owner to use once" value={step.value} />}
      {hasAddress && <Given label={accountAddressNames[channel]} value={address} />}
      {mailServer && <GivenServer server={mailServer} />}
      {callbackUrl && <Given label="Address for callbacks" value={callbackUrl} />}
    </>
  )
}

function Instructions({ entry, isConnected }: { entry: AccountEntry; isConnected: boolean }) {
  const { before = [], steps } = entry
  return (
    <>
      {!isConnected && <Points title="Before you connect it" points={before} order={3} />}
      <Points
        title={isConnected ? 'How it was connected' : 'How to connect it'}
        points={steps}
        isOrdered
        order={3}
      />
    </>
  )
}

/** Where the sender delivers, and what its certificate is known by. */
function GivenServer({ server: { host, port, certificate } }: { server: MailServer }) {
  return (
    <>
      <Given label="Mail server" value={`${host}:${port}`} />
      {certificate && (
        <>
          <Given
            label={`SHA-256 fingerprint of its certificate, valid until ${dateText(certificate.validTo)}`}
            value={certificate.sha256}
          />
          <Given label="Its certificate" value={certificate.text.trim()} />
        </>
      )}
    </>
  )
}

function Given({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button mt="xs" variant="default" size="compact-sm" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
