import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import classes from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Tells recovery codes, this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text>
        Keep these where you find them without your phone. Each lets you in once in place of your
        authenticator. They are not shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy them'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
