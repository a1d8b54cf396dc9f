import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { EventId } from '@verbatim/contract/ids.ts'
import { useEscape } from '@verbatim/ui/escape.tsx'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { replaceText } from '@verbatim/ui/replace-text.ts'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { foundQuery } from '#lists/entities.ts'
import { useApi } from '#shell/use-app-context.ts'
import { isNamed, mentionableOn, mentionAt, type Mentioned, withMention } from './mentions.ts'

type MentionFieldProps = Omit<ComponentProps<typeof LimitedTextarea>, 'onChange'> & {
  eventId: EventId
  onText: (text: string) => void
  onMention: (person: Mentioned) => void
  /** Ctrl or ⌘ with Enter; the list of people does not get this key. */
  onSend: () => void
}

const restMs = 150

/** A text field in which `@` offers the users who see the event. */
export function MentionField({ eventId, onText, onMention, onSend, ...props }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Until then there is no list, which the library would place at each drawing.
  const [isUsed, setUsed] = useState(false)
  const [caret, setCaret] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  // What follows the name of a person who was chosen is the next word of the comment.
  const [chosen, setChosen] = useState<readonly string[]>([])
  const typing = mentionAt(props.value, caret)
  const isDone = chosen.some((name) => typing?.typed.startsWith(`${name} `))
  const isOpen = typing !== undefined && typing.start !== dismissed && !isDone
  const people = usePeople(eventId, isOpen ? typing.typed : undefined)
  const combobox = useCombobox({ opened: isOpen && people.length > 0 })
  const { selectFirstOption, resetSelectedOption } = combobox
  useEscape(combobox.dropdownOpened, () => setDismissed(typing?.start))
  useEffect(() => {
    if (people.length > 0) selectFirstOption()
    else resetSelectedOption()
  }, [people, selectFirstOption, resetSelectedOption])
  const choose = (id: string) => {
    const person = people.find((one) => one.id === id)
    if (!person || !typing) return
    const next = withMention(props.value, { start: typing.start, caret, name: person.name })
    replaceText(field.current, next.caret, () => {
      onText(next.text)
      onMention(person)
      setChosen([...chosen, person.name])
      setCaret(next.caret)
    })
  }
  return (
    <Combobox store={combobox} position="bottom-start" width={280} onOptionSubmit={choose}>
      {/* When closed, it does not handle the arrow keys. */}
      <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
        <LimitedTextarea
          {...props}
          ref={field}
          onFocus={() => setUsed(true)}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value)
            setCaret(currentTarget.selectionStart)
            setDismissed(undefined)
          }}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            if (event.nativeEvent.isComposing) return
            event.preventDefault()
            event.stopPropagation()
            onSend()
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setDismissed(typing?.start)}
        />
      </Combobox.Target>
      {isUsed && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label="People to mention">
            {people.map(({ id, name }) => (
              <Combobox.Option key={id} value={id}>
                <bdi>{name}</bdi>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}

const none: readonly Mentioned[] = []

/**
 * Users whose names match, after typing pauses; none if no mention is being typed. Of those that were found for what was typed
 * before, those whom the rest does not rule out.
 */
function usePeople(eventId: EventId, typed: string | undefined): readonly Mentioned[] {
  const [text] = useDebouncedValue(typed, restMs)
  const { data, isPlaceholderData } = useQuery({
    ...foundQuery(useApi(), mentionableOn(eventId), text?.trim() ?? ''),
    enabled: typed !== undefined && text !== undefined,
  })
  return useMemo(() => {
    if (typed === undefined || !data) return none
    const isOfThis = text === typed && !isPlaceholderData
    return isOfThis ? data.items : data.items.filter(({ name }) => isNamed(name, typed))
  }, [typed, text, data, isPlaceholderData])
}
