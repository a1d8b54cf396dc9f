import { Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Fragment } from 'react'
import classes from './AccountMenu.module.css'
import { Face } from '#Face.tsx'
import { usePanel } from '#use-panel.ts'

interface AccountAct {
  readonly label: string
  readonly icon?: Icon
  readonly disabled?: boolean
  readonly onClick: () => void
}

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

interface AccountMenuProps {
  name: string
  /** Further facts about the signed-in user. */
  facts: readonly string[]
  /** After the appearance, in groups. */
  acts: readonly (readonly AccountAct[])[]
}

/** The signed-in user, the colour scheme, and the application's own entries. */
export function AccountMenu({ name, facts, acts }: AccountMenuProps) {
  const { button, props, fading } = usePanel()
  // The other way writes a style sheet as HTML, which our pages forbid.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const choose = (wanted: string) => {
    const scheme = schemes.find(({ value }) => value === wanted)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu {...props} position="bottom-end" width={264} withinPortal={false}>
      <Menu.Target>
        <button ref={button} type="button" className={classes.target} title={`Account of ${name}`}>
          <VisuallyHidden component="span">Account of {name}</VisuallyHidden>
          <Face name={name} />
        </button>
      </Menu.Target>
      <Menu.Dropdown {...fading}>
        <div className={classes.who}>
          <bdi className={classes.name}>{name}</bdi>
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {acts.map((group) => (
          <Fragment key={group[0]?.label}>
            <Menu.Divider />
            {group.map(({ label, icon: ActIcon, ...act }) => (
              <Menu.Item key={label} leftSection={ActIcon && <ActIcon size={16} aria-hidden />} {...act}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
