import { Menu } from '@mantine/core'
import { cloneElement, Fragment, useState } from 'react'
import type { DropMenuProps, MenuPart } from './DropMenu.tsx'
import { useStands } from './use-stands.ts'

/** A menu that opens once it is in the document, so that closing it leads the focus back to its button. */
export function OpenMenu({ target, parts, width, stays, inPlace }: DropMenuProps) {
  const stands = useStands()
  const [opened, setOpened] = useState(true)
  return (
    <Menu
      opened={opened && stands}
      onChange={setOpened}
      position="bottom-end"
      {...(width && { width })}
      closeOnItemClick={!stays}
      withinPortal={!inPlace}
    >
      <Menu.Target>{cloneElement(target, { autoFocus: true })}</Menu.Target>
      <Menu.Dropdown>
        {parts.map((part, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no names and keep their places
          <Fragment key={i}>
            {i > 0 && <Menu.Divider />}
            <Part part={part} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Part({ part }: { part: MenuPart }) {
  if ('head' in part) return part.head
  if ('choice' in part) {
    const { label, value, options, onChange } = part.choice
    return (
      <>
        <Menu.Label>{label}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={onChange}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value}>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </>
    )
  }
  if ('marks' in part)
    return part.marks.map(({ label, ...mark }) => (
      <Menu.CheckboxItem key={label} {...mark}>
        {label}
      </Menu.CheckboxItem>
    ))
  return part.acts.map(({ label, icon: ActIcon, ...act }) => (
    <Menu.Item key={label} leftSection={ActIcon && <ActIcon size={16} aria-hidden />} {...act}>
      {label}
    </Menu.Item>
  ))
}
