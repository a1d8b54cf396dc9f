import { Kbd } from '@mantine/core'
import { Dialog } from '#dialogs/Dialog.tsx'
import classes from './ShortcutMap.module.css'

export interface ShortcutGroup {
  readonly title: string
  /** Keys, and their actions. */
  readonly shortcuts: readonly (readonly [keys: string, does: string])[]
}

interface ShortcutMapProps {
  opened: boolean
  onClose: () => void
  groups: readonly ShortcutGroup[]
}

/** Every key and its action: the dialog of `?`. */
export function ShortcutMap({ opened, onClose, groups }: ShortcutMapProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="medium">
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {shortcuts.map(([keys, does]) => (
                <div key={keys} className={classes.shortcut}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
