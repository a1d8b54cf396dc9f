import { Button, Select, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type Theme, themeLimits } from '@verbatim/contract/themes.ts'
import { DialogActions } from '@verbatim/ui/dialogs/DialogActions.tsx'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { type FormEvent, useState } from 'react'
import { useSplitTheme } from './mutations.ts'

/** Chooses the sub-theme that becomes a theme of its own, and what it is called. */
export function SplitForm({ theme, slug, onClose }: { theme: Theme; slug: string; onClose: () => void }) {
  const { history } = useRouter()
  const [part, setPart] = useState<Theme['subthemes'][number]>()
  const [name, setName] = useState('')
  const { mutate, isPending } = useSplitTheme(theme, (id) => {
    onClose()
    history.push(`/themes/${slug}/${id}`)
  })
  const isReady = name.trim() !== '' && name.trim().length <= themeLimits.name
  const split = (event: FormEvent) => {
    event.preventDefault()
    if (part && isReady) mutate({ subthemeId: part.id, name: name.trim() })
  }
  return (
    <form onSubmit={split}>
      <Stack>
        <Select
          label="Sub-theme"
          data={theme.subthemes.map(({ id, name: label }) => ({ value: id, label }))}
          value={part?.id ?? null}
          onChange={(id) => {
            const chosen = theme.subthemes.find((one) => one.id === id)
            setPart(chosen)
            setName(chosen?.name ?? '')
          }}
          allowDeselect={false}
          data-autofocus
        />
        <LimitedInput
          label="Name"
          limit={themeLimits.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text>
          {`The messages of the sub-theme move from “${theme.name}” to a new theme, and new messages like them do too. The new theme is kept when themes are updated. To undo this, merge it into “${theme.name}”.`}
        </Text>
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isPending} disabled={!part || !isReady}>
            Split theme
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
