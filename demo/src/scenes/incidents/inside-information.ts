import type { Script } from '#scene.ts'

export const insideInformation: Script = {
  language: 'en',
  text: `
# inside-brother | incident | end hit=inside-information:breach
c: {My brother-in-law|An old friend} sits on the board and says {company} gets a bid {next week|on {weekday}}. Buy me {units} before it’s announced.
r: I can’t take that order, and I can’t un-read it. Please don’t buy it anywhere.
c: {It’s family talk|He only hinted}.
r: I have to pass this to compliance. {company} is blocked on your account until they’ve looked.

# inside-lawyer | incident | end hit=inside-information:breach
c: {partner} works at the firm doing the paperwork. It’s not public yet, but {company} is buying {company2}. {What should I own|Which one goes up}?
r: {Stop there, please|Please don’t tell me more}. You mustn’t trade either, and neither must I.
c: {Oh|Is it that serious}?
r: {It is|Very}. I’ll ring you.

# inside-rep-hint | incident | end hit=inside-information:breach
r: Between the two of us, I’d own {company} before the results. {Someone I trust|A friend over there} is smiling a lot.
c: {Interesting|Smiling how much}?
r: You didn’t hear this from me.
c: Buy {units} then.

# inside-trial | incident | end hit=inside-information:breach
c: I’m on the {ethics board|monitoring committee} for Ilex Pharma’s trial. {Let’s just say I’d sell|It isn’t going well}. Could you sell ours before the trial data?
r: No. You’re an insider there, we have you on the list for exactly that reason.
c: {Then I’ll do nothing|I didn’t think it counted}.
r: Thank you. I’m noting that no order was placed.

# inside-data-room | incident | end hit=inside-information:breach
d: The {Redcastle|Pelham} people gave me access to the data room by mistake. {Fascinating|Numbers are ugly}.
r: {Close it|Don’t read it}! And tell compliance before lunch.
d: {I only looked at the summary|Closed. Writing to them now}.

# inside-director-false | incident | hit=inside-information:false
c: As a director I can’t sell {company} before the results, {right|can I}? {Closed period|Blackout}.
r: Right: your window opens {two days after|on {day}}. I’ll set a reminder.
c: {Good|Please}. Then about {units}.

# inside-calendar-false | incident | hit=inside-information:false
c: Markets always {get nervous|go quiet} ahead of the results season, no?
r: {They do|Often}. We don’t trade around it.
c: {Sensible|OK}

# inside-surprise-false | incident | hit=inside-information:false
c: Keep this between us: {partner}’s {60th|surprise party} is on {day} and you’re invited.
r: {I’ll be a tomb|Not a word}! What can I bring?
c: {Only yourself|A good story}.

# inside-sale-false | incident | hit=inside-information:minor
c: We’re selling {the practice|our firm}, nobody knows yet, not even the staff. {I need to plan the money.|Can you tell me what I’d have after tax?}
r: Of course, and it stays with me and {colleague}. It isn’t listed, so there’s no list to be on. Roughly how much?
c: {big}.
r: I’ll prepare something for {weekday}.

# inside-restricted | incident | end hit=inside-information:minor
d: {Restricted list|Heads-up}: {company} added this morning. Until it’s off nobody trades or recommends ahead of the announcement.
r: Understood. I have one client with an open limit order there, shall I {pull|cancel} it?
d: Ask {other}, don’t tell the client why.
`,
}
