import { CloseButton, Kbd, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { useFocusReturn } from '@verbatim/ui/use-focus-return.ts'
import classes from './CommandPalette.module.css'
import { PaletteList, rowElementId } from './palette/PaletteList.tsx'
import { usePalette } from './palette/use-palette.ts'
import type { Viewer } from './viewer.ts'

const listId = 'command-palette-rows'

interface CommandPaletteProps {
  viewer: Viewer
  isFolded: boolean
  onFold: () => void
  onShortcuts: () => void
  onClose: () => void
}

/** Opens any place and runs any action by a few letters or a pasted ID. */
export function CommandPalette({ viewer, isFolded, onFold, onShortcuts, onClose }: CommandPaletteProps) {
  useEscape(true, onClose)
  const layer = useFocusReturn(true)
  const around = { viewer, isFolded, onFold, onShortcuts }
  const { text, groups, state, current, write, press, open } = usePalette(around, onClose)
  return (
    <Modal.Root
      ref={layer}
      opened
      onClose={onClose}
      size={640}
      padding={0}
      centered={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content
        aria-label="Go anywhere"
        classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}
        data-palette
      >
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden />
          <input
            data-autofocus
            className={classes.input}
            role="combobox"
            aria-label="Go anywhere"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={current && rowElementId(current)}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder="People, messages, settings or an ID"
            value={text}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!event.nativeEvent.isComposing && press(event.key)) event.preventDefault()
            }}
          />
          <Kbd size="xs" className={classes.escape} aria-hidden>
            Esc
          </Kbd>
          <CloseButton className={classes.close} aria-label="Close" onClick={onClose} />
        </div>
        <PaletteList
          id={listId}
          groups={groups}
          current={current}
          text={text.trim()}
          state={state}
          onOpen={open}
        />
      </Modal.Content>
    </Modal.Root>
  )
}
