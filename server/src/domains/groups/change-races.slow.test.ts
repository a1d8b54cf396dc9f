/**
 * Of two users who change the same group, or use the same name, at once, one wins and the other gets a failure. The result
 * is complete.
 */
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroup } from '#domains/groups/changes.ts'
import { createProfile, updateProfilePermissions } from '#domains/permissions/changes.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { addContact } from '#flows/change-contact/change-contact.ts'
import { newId } from '#kernel/uuid.ts'
import { campaignMs, openTrack, pairs, range, rounds, type Side, type Track } from '#testing/races.ts'

let track: Track
beforeAll(async () => {
  track = await openTrack()
})
afterAll(() => track?.[Symbol.asyncDispose]())

const times = `${pairs} pairs, ${rounds} times`

test(
  `two groups or profiles with one name at once give one: ${times}`,
  { tags: ['whole'], timeout: campaignMs },
  async () => {
    const group =
      (named: (pair: number) => string): Side =>
      (pair) =>
      (tx) =>
        createGroup(
          tx,
          track.actor,
          {
            name: named(pair),
            description: '',
            sharedConversationHistory: false,
            memberIds: [],
            contactIds: [],
          },
          track.now,
        )
    const profile =
      (named: (pair: number) => string): Side =>
      (pair) =>
      (tx) =>
        createProfile(
          tx,
          track.actor,
          { name: named(pair), description: '', channels: [], groups: [], permissions: [], memberIds: [] },
          track.now,
        )
    for (let round = 0; round < rounds; round += 1) {
      const written = (pair: number) => `Twin ${round} ${pair}`
      const alike = (pair: number) => `TWIN  ${round} ${pair}`
      for (const pair of await track.race(group(written), group(alike)))
        expect(pair).toEqual(['done', 'group.name-taken'])
      for (const pair of await track.race(profile(written), profile(alike)))
        expect(pair).toEqual(['done', 'permission-profile.name-taken'])
    }
  },
)

test(
  `two global contacts with one number at once give one: ${times}`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const contact =
        (name: string): Side =>
        (pair) =>
        (tx) =>
          addContact(
            tx,
            track.actor,
            {
              name,
              shareLevel: 'global',
              emails: [],
              phoneNumbers: [`+1556${String(round).padStart(3, '0')}${String(pair).padStart(4, '0')}`],
              groupIds: [track.ours.groups.north],
            },
            track.now,
          )
      for (const pair of await track.race(contact('One'), contact('Other')))
        expect(pair).toEqual(['contact.duplicate-global', 'done'])
    }
  },
  campaignMs,
)

test(
  `if two administrators change one profile's permissions, one gets a failure: ${times}`,
  async () => {
    const { north, south } = track.ours.groups
    for (let round = 0; round < rounds; round += 1) {
      const ids = range.map(() => newId<PermissionProfileId>(track.now))
      const made = ids.map((id) => ({ id, name: `Contested ${id}`, channels: [], groupIds: [] }))
      await track.write((tx) => createProfiles(tx, made))
      const change =
        (given: Parameters<typeof updateProfilePermissions>[2]['given']): Side =>
        (pair) =>
        (tx) =>
          updateProfilePermissions(tx, track.actor, { id: ids[pair]!, expectedVersion: 1, given }, track.now)
      const outcomes = await track.race(
        change({ channels: ['sms'], groups: [north], permissions: [] }),
        change({ channels: ['signal'], groups: [south], permissions: [] }),
      )
      for (const pair of outcomes) expect(pair).toEqual(['done', 'permission-profile.changed'])
      // The result is one of the two changes: never the channels of one with the groups of the other.
      const { rows } = await track.write((tx) =>
        sql<{ whole: boolean }>`
        select version = 2 and (channels, array(select group_id from permission_profile_group link where link.profile_id = profile.id))
          in ((array['sms'], array[${north}::uuid]), (array['signal'], array[${south}::uuid])) as whole
        from permission_profile profile where id = any(${ids}::uuid[])`.execute(tx),
      )
      expect(rows).toEqual(ids.map(() => ({ whole: true })))
    }
  },
  campaignMs,
)
