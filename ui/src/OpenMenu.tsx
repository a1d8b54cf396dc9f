import { Menu } from '@mantine/core'
import { cloneElement, Fragment, type RefObject } from 'react'
import type { DropMenuProps, MenuPart } from './DropMenu.tsx'
import { useShows } from './use-drop.ts'

interface OpenMenuProps extends DropMenuProps {
  opened: boolean
  onChange: (opened: boolean) => void
  button: RefObject<HTMLElement | null>
}

/** A menu that opens once it is in the document, so that closing it leads the focus back to its button. */
export function OpenMenu(props: OpenMenuProps) {
  const { target, parts, width, stays, inPlace, opened, onChange, button } = props
  const shows = useShows(opened, button)
  return (
    <Menu
      opened={shows}
      onChange={onChange}
      position="bottom-end"
      {...(width && { width })}
      closeOnItemClick={!stays}
      withinPortal={!inPlace}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      {/* While it fades it takes no focus: that belongs to the button. */}
      <Menu.Dropdown inert={!shows}>
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
