import '@verbatim/ui/mantine-later.css'
import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import classes from './AccountScreen.module.css'

/** Tells recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal opened title="Your recovery codes" onClose={onClose} closeOnClickOutside={false}>
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
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
