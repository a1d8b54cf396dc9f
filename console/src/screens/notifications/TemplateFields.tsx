import { Button, Group, Stack, Text } from '@mantine/core'
import { notificationLimits } from '@verbatim/contract/notifications.ts'
import { notificationTokens } from '@verbatim/contract/notification-template.ts'
import { LimitedInput, LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { replaceText } from '@verbatim/ui/replace-text.ts'
import { useRef } from 'react'
import type { NotificationProps } from './NotificationDetails.tsx'

type Field = 'emailSubject' | 'emailMessage'

/** Subject and message, and the tokens to insert at the cursor. */
export function TemplateFields({ editor: { form, values, canEdit } }: NotificationProps) {
  const subject = useRef<HTMLInputElement>(null)
  const message = useRef<HTMLTextAreaElement>(null)
  const last = useRef<Field>('emailMessage')
  const insert = (token: string) => {
    const field = last.current
    const box = field === 'emailSubject' ? subject.current : message.current
    const text = values[field]
    const [from, to] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length]
    replaceText(box, from + token.length, () =>
      form.setFieldValue(field, text.slice(0, from) + token + text.slice(to)),
    )
  }
  return (
    <Stack gap="sm">
      <LimitedInput
        limit={notificationLimits.subject}
        ref={subject}
        label="Subject"
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('emailSubject')}
        value={values.emailSubject}
        onFocus={() => (last.current = 'emailSubject')}
      />
      <LimitedTextarea
        limit={notificationLimits.message}
        ref={message}
        label="Message"
        withAsterisk
        minRows={10}
        maxRows={24}
        {...form.getInputProps('emailMessage')}
        value={values.emailMessage}
        onFocus={() => (last.current = 'emailMessage')}
      />
      {canEdit && (
        <div role="group" aria-label="Tokens">
          <Text size="xs" c="dimmed" mb={4}>
            Insert a token at the cursor:
          </Text>
          <Group gap={4}>
            {Object.entries(notificationTokens).map(([name, meaning]) => (
              <Button
                key={name}
                variant="default"
                size="compact-xs"
                title={meaning}
                onClick={() => insert(`{{${name}}}`)}
              >
                {`{{${name}}}`}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </Stack>
  )
}
