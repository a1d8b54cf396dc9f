import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPencil,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { ThemeId } from '@verbatim/contract/ids.ts'
import { type Theme, themeLimits } from '@verbatim/contract/themes.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogActions } from '@verbatim/ui/dialogs/DialogActions.tsx'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { type FormEvent, useState } from 'react'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import type { Entity } from '#lists/entities.ts'
import { themeSource } from '#lists/sought-options.ts'
import { useCan } from '#shell/use-app-context.ts'
import { useMergeTheme, useUpdateTheme } from './mutations.ts'
import { SplitForm } from './SplitForm.tsx'

type Open = 'rename' | 'merge' | 'split'

/** What those may do who manage themes: rename, merge, split, hide. */
export function ThemeActions({ theme, slug }: { theme: Theme; slug: string }) {
  const mayManage = useCan('themes.manage')
  const [open, setOpen] = useState<Open>()
  const update = useUpdateTheme(theme)
  const { button, props, fading } = usePanel()
  if (!mayManage) return undefined
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu {...props} position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon ref={button} size={32} aria-label={`Change ${theme.name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown {...fading}>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setOpen('merge')}>
            Merge into another…
          </Menu.Item>
          {theme.subthemes.length > 0 && (
            <Menu.Item
              leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
              onClick={() => setOpen('split')}
            >
              Split off a sub-theme…
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={
              theme.isHidden ? <IconEye size={16} aria-hidden /> : <IconEyeOff size={16} aria-hidden />
            }
            onClick={() => update.mutate({ isHidden: !theme.isHidden })}
          >
            {theme.isHidden ? 'Show again' : 'Hide from everyone'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={open === 'rename'} onClose={close} title="Rename theme">
        <RenameForm theme={theme} onClose={close} />
      </Dialog>
      <Dialog opened={open === 'merge'} onClose={close} title="Merge theme">
        <MergeForm theme={theme} slug={slug} onClose={close} />
      </Dialog>
      <Dialog opened={open === 'split'} onClose={close} title="Split theme">
        <SplitForm theme={theme} slug={slug} onClose={close} />
      </Dialog>
    </>
  )
}

function RenameForm({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const [name, setName] = useState(theme.name)
  const { mutate, isPending } = useUpdateTheme(theme)
  const isReady = name.trim() !== '' && name.trim().length <= themeLimits.name
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) mutate({ name: name.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={save}>
      <Stack>
        <LimitedInput
          label="Name"
          description="The name is kept when themes are updated."
          data-autofocus
          limit={themeLimits.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            Rename theme
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

function MergeForm({ theme, slug, onClose }: { theme: Theme; slug: string; onClose: () => void }) {
  const { history } = useRouter()
  const [into, setInto] = useState<Entity>()
  const { mutate, isPending } = useMergeTheme(theme, (id) => {
    onClose()
    history.push(`/themes/${slug}/${id}`)
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (into) mutate(ThemeId.parse(into.id))
      }}
    >
      <Stack>
        <EntitySelect
          label="Into"
          source={themeSource}
          value={into}
          onChange={setInto}
          without={({ id }) => id === theme.id}
          data-autofocus
        />
        <Text>
          {`All messages of “${theme.name}” (${counted(theme.messages, 'message')} in this period) and new messages like them move to the other theme. This can’t be undone.`}
        </Text>
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={isPending} disabled={!into}>
            Merge theme
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
