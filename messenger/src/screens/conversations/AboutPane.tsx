import type { MessengerThread } from '@verbatim/contract/messenger.ts'
import { Face, NamedFace } from '@verbatim/ui/Face.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import classes from './ConversationScreen.module.css'
import { AboutLink } from './PaneLinks.tsx'
import { Medium } from './ThreadPane.tsx'
import { nameOf } from './words.ts'

/** The participants of a conversation, and since when. */
export function AboutPane({ conversation }: { conversation: MessengerThread }) {
  const { id, others, otherCount, firstAt, lastAt, messageCount } = conversation
  const name = nameOf(conversation)
  const unnamed = otherCount - others.length
  return (
    <aside className={classes.about} aria-label="About this conversation">
      <div className={classes.narrow}>
        <header className={classes.head}>
          <AboutLink id={id} to="thread" />
        </header>
      </div>
      <div className={classes.person}>
        <Face name={name} isGroup={otherCount > 1} size="large" />
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <Medium conversation={conversation} />
      </div>
      <div className={classes.facts}>
        <h3>{otherCount > 1 ? 'People' : 'Contact'}</h3>
        <ul className={classes.people}>
          {others.map((person) => (
            <li key={person.address}>
              <NamedFace
                name={person.name}
                detail={[person.address !== person.name && addressText(person.address), kindOf(person)]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </li>
          ))}
          {unnamed > 0 && <li className={classes.address}>and {numberText(unnamed)} more</li>}
        </ul>
      </div>
      <div className={classes.facts}>
        <h3>Conversation</h3>
        <Facts
          facts={[
            ['Messages', numberText(messageCount)],
            ['First', <DateTime key="first" at={firstAt} show="day" />],
            ['Latest', <DateTime key="latest" at={lastAt} show="day" />],
          ]}
        />
      </div>
    </aside>
  )
}

function kindOf({ userId, contactId }: MessengerThread['others'][number]): string {
  if (userId) return 'colleague'
  return contactId ? 'contact' : 'not in your contacts'
}
