/** Kinds of messages that are neither text nor a file. Their words are the text, so that they are found and examined. */
import { dateOf } from '#channels/date-of.ts'
import type { Content } from './content.ts'
import { isJson, type Json, listOf, numberOf, partOf, textOf } from './fields.ts'

type Read = (message: Json) => Content | undefined

/** Undefined for a message whose part has nothing that we know. */
function having(part: Json, content: Content): Content | undefined {
  const known = content.body || Object.values(content.facts ?? {}).some((fact) => fact !== undefined)
  return Object.keys(part).length > 0 && known ? content : undefined
}

function words(part: Json, ...names: readonly string[]): string | undefined {
  const texts = names.flatMap((name) => textOf(part, name) ?? [])
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** Times of these are in seconds. */
const timeOf = (part: Json, name: string) => dateOf((numberOf(part, name) ?? 0) * 1000)?.toISOString()

function ofCard(message: Json): Content | undefined {
  const card = partOf(message, 'card')
  const facts = { person: textOf(card, 'userid'), organization: textOf(card, 'corpname') }
  return having(card, { contentType: 'contact', facts })
}

function ofLocation(message: Json): Content | undefined {
  const place = partOf(message, 'location')
  const facts = {
    latitude: numberOf(place, 'latitude'),
    longitude: numberOf(place, 'longitude'),
    address: textOf(place, 'address'),
    label: textOf(place, 'title'),
  }
  return having(place, { contentType: 'location', facts })
}

function ofLink(message: Json): Content | undefined {
  const link = partOf(message, 'link')
  const body = words(link, 'title', 'description')
  const facts = { link: textOf(link, 'link_url'), image: textOf(link, 'image_url') }
  return having(link, { contentType: 'link', body, facts })
}

function ofApp(message: Json): Content | undefined {
  const app = partOf(message, 'weapp')
  const facts = { program: textOf(app, 'displayname'), appId: textOf(app, 'username') }
  return having(app, { contentType: 'link', body: words(app, 'title', 'description'), facts })
}

function ofNews(message: Json): Content | undefined {
  const items = listOf(partOf(message, 'info'), 'item').filter(isJson)
  const body = items.flatMap((item) => words(item, 'title', 'description', 'url') ?? []).join('\n')
  return body ? { contentType: 'link', body } : undefined
}

function ofDocument(message: Json): Content | undefined {
  const document = partOf(message, 'doc')
  const facts = { link: textOf(document, 'link_url'), createdBy: textOf(document, 'doc_creator') }
  return having(document, { contentType: 'link', body: words(document, 'title'), facts })
}

function ofFeed(message: Json): Content | undefined {
  const feed = partOf(message, 'sphfeed')
  const facts = { publisher: textOf(feed, 'sph_name'), feedType: numberOf(feed, 'feed_type') }
  return having(feed, { contentType: 'link', body: words(feed, 'feed_desc'), facts })
}

/** Its id is beside it. */
function ofVote(message: Json): Content | undefined {
  const vote = partOf(message, 'vote')
  const [title, voteId] = ['votetitle', 'voteid'].map((name) => textOf(vote, name) ?? textOf(message, name))
  const choices = [...listOf(vote, 'voteitem'), ...listOf(message, 'voteitem')].filter(
    (choice) => typeof choice === 'string',
  )
  const body = [title, ...choices].filter((text) => text).join('\n')
  const type = numberOf(vote, 'votetype') ?? numberOf(message, 'votetype')
  if (!body && !voteId) return undefined
  return { contentType: 'poll', body, facts: { voteId, voteType: type } }
}

function ofTodo(message: Json): Content | undefined {
  const todo = partOf(message, 'todo')
  return having(todo, { contentType: 'interactive', body: words(todo, 'title', 'content') })
}

/** A form that the people of a room fill in. */
function ofForm(message: Json): Content | undefined {
  const form = partOf(message, 'collect')
  const questions = listOf(form, 'details').flatMap((one) => (isJson(one) ? (textOf(one, 'ques') ?? []) : []))
  const body = [textOf(form, 'title'), ...questions].filter((text) => text).join('\n')
  const facts = {
    room: textOf(form, 'room_name'),
    createdBy: textOf(form, 'creator'),
    createdAt: textOf(form, 'create_time'),
  }
  return having(form, { contentType: 'interactive', body, facts })
}

/** Money in a red envelope, in hundredths of the currency. */
function ofMoney(message: Json): Content | undefined {
  const envelope = partOf(message, 'redpacket')
  const facts = {
    envelopes: numberOf(envelope, 'totalcnt'),
    totalCents: numberOf(envelope, 'totalamount'),
    envelopeType: numberOf(envelope, 'type'),
  }
  return having(envelope, { contentType: 'interactive', body: words(envelope, 'wish'), facts })
}

function ofMeeting(message: Json): Content | undefined {
  const meeting = partOf(message, 'meeting')
  const facts = {
    starts: timeOf(meeting, 'starttime'),
    ends: timeOf(meeting, 'endtime'),
    place: textOf(meeting, 'address'),
    meetingId: textOf(meeting, 'meetingid'),
    meetingType: numberOf(meeting, 'meetingtype'),
    status: numberOf(meeting, 'status'),
  }
  return having(meeting, { contentType: 'interactive', body: words(meeting, 'topic', 'remarks'), facts })
}

function ofMeetingNotice(message: Json): Content | undefined {
  const notice = partOf(message, 'info')
  const facts = { meetingId: textOf(notice, 'meeting_id'), noticeType: numberOf(notice, 'notification_type') }
  return having(notice, { contentType: 'interactive', body: words(notice, 'content'), facts })
}

function ofCalendar(message: Json): Content | undefined {
  const event = partOf(message, 'calendar')
  const people = listOf(event, 'attendeename').filter((name) => typeof name === 'string')
  const facts = {
    starts: timeOf(event, 'starttime'),
    ends: timeOf(event, 'endtime'),
    place: textOf(event, 'place'),
    createdBy: textOf(event, 'creatorname'),
    invited: people.join(', ') || undefined,
  }
  return having(event, { contentType: 'interactive', body: words(event, 'title', 'remarks'), facts })
}

/** That two people called each other. What they said is not archived. */
function ofCall(message: Json): Content | undefined {
  const call = partOf(message, 'info')
  const facts = { callSeconds: numberOf(call, 'callduration'), callType: numberOf(call, 'invitetype') }
  return having(call, { contentType: 'system', facts })
}

/** A file in WeCom's own drive, of which only the name is archived. */
function ofDriveFile(message: Json): Content | undefined {
  const name = textOf(partOf(message, 'info'), 'filename')
  return name === undefined ? undefined : { contentType: 'file', media: [{ name }] }
}

export const structuredContents: ReadonlyMap<string, Read> = new Map([
  ['card', ofCard],
  ['location', ofLocation],
  ['link', ofLink],
  ['weapp', ofApp],
  ['news', ofNews],
  ['docmsg', ofDocument],
  ['sphfeed', ofFeed],
  ['vote', ofVote],
  ['todo', ofTodo],
  ['collect', ofForm],
  ['redpacket', ofMoney],
  ['external_redpacket', ofMoney],
  ['meeting', ofMeeting],
  ['meeting_notification', ofMeetingNotice],
  ['calendar', ofCalendar],
  ['voiptext', ofCall],
  ['qydiskfile', ofDriveFile],
])
