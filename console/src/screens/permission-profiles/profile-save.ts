import {
  createProfile,
  getNewProfileEffect,
  getProfileEffect,
  type PermissionProfileDetail,
  type ProfileInfo,
  updateProfileInfo,
  updateProfileMembers,
  updateProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'
import type { Outcome, Saving } from '#editor/define-editor.ts'
import { asking } from '#editor/MoveModal.tsx'
import { idsOf, isChange, noPeopleChange } from '#editor/people-change.ts'
import { isSameText } from '#editor/rebase.ts'
import { doesNothing } from './effect-words.ts'
import { givesSame, infoOf, type ProfileTypes, toPermissions } from './profile-form.ts'

/** Loads the effect of the whole change on what people see and may do, before any part is saved. */
export async function saveProfile(
  saving: Saving<ProfileTypes>,
  info: ProfileInfo,
): Promise<Outcome<ProfileTypes>> {
  const { api, base, values, answer } = saving
  const effect = answer?.isAgreed ? undefined : await findEffect(saving)
  if (effect && !doesNothing(effect)) return { question: { effect, moveTo: answer?.moveTo } }
  if (base) return saveParts(saving, base, info)
  const body = { ...info, ...toPermissions(values), memberIds: idsOf(values.members.added) }
  return { saved: await api(createProfile, { body }) }
}

/** Undefined if nothing changes that could have an effect. */
async function findEffect({ api, base, values, answer }: Saving<ProfileTypes>) {
  const { members } = values
  const permissions = toPermissions(values)
  const [added, removed] = [idsOf(members.added), idsOf(members.removed)]
  if (!base) {
    const body = { permissions, memberIds: added }
    return added.length > 0 ? api(getNewProfileEffect, { body }) : undefined
  }
  const isGivenSame = givesSame(values, base)
  if (isGivenSame && !isChange(members)) return undefined
  const body = { ...(!isGivenSame && { permissions }), added, removed, moveTo: answer?.moveTo }
  return api(getProfileEffect, { params: { id: base.id }, body })
}

/**
 * Saves the changed parts, each based on the version that the previous one returned. Members come before permissions: only
 * they may need a confirmation, and people who leave do not gain anything meanwhile. Source: docs/rules/permissions.md.
 */
async function saveParts(
  { api, values, answer, step }: Saving<ProfileTypes>,
  base: PermissionProfileDetail,
  info: ProfileInfo,
): Promise<Outcome<ProfileTypes>> {
  const params = { id: base.id }
  const { members } = values
  let saved = base
  if (!isSameText(info, infoOf(base))) {
    saved = await api(updateProfileInfo, { params, body: { ...info, expectedVersion: saved.version } })
    step(saved)
  }
  if (isChange(members)) {
    const change = { added: idsOf(members.added), removed: idsOf(members.removed), moveTo: answer?.moveTo }
    const body = { ...change, expectedVersion: saved.version }
    const outcome = await asking(
      'permission-profile.last-profile',
      api(updateProfileMembers, { params, body }),
    )
    if ('question' in outcome) return { question: { offenders: outcome.question } }
    saved = outcome.saved
    step(saved, { members: noPeopleChange })
  }
  if (!givesSame(values, base)) {
    const body = { ...toPermissions(values), expectedVersion: saved.version }
    saved = await api(updateProfilePermissions, { params, body })
  }
  return { saved }
}
