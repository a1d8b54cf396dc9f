import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import classes from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Its buttons fill the line, as those of a sign-in page do. */
  isWhole?: boolean
  onKept: () => void
}

/** Shows recovery codes, only this once. */
export function RecoveryCodes({ codes, isWhole, onKept }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text>
        Keep these codes where you can find them without your phone. Each code lets you sign in once without
        your authenticator. They are not shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" {...(isWhole && { grow: true })}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy them'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>I have saved them</Button>
      </Group>
    </Stack>
  )
}
