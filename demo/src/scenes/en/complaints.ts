import type { Script } from '#scene.ts'

export const complaints: Script = {
  language: 'en',
  text: `
# complaint-slow | complaint | end hit=complaints:minor
c: {Three|Two} weeks for {one form|a simple transfer} is {really not acceptable|not acceptable, {rep}}.
r: You’re right, and I’m sorry. It sat with {custodian} and I {should have chased sooner|didn’t tell you}.
c: {I had to ring three times|Nobody called back}.
r: I’ve escalated it now. You’ll hear from me every day at {time} until it’s done, even if there’s nothing new.
> wait 1d
r: Today’s news: approved. The money leaves {tomorrow|on {weekday}}.
c: {About time. Thank you|Finally}.

# complaint-hold-music | complaint
c: {Forty|Thirty-five} minutes on hold with your office. {I know all of Vivaldi now|I gave up}.
r: {I’m sorry|That’s dreadful}. It’s month end, but that’s no excuse. What did you need?
c: Only to {change my phone number|confirm a payment}.
r: {Done|I can do that here after a quick call back}. And I’ll pass on the forty minutes to the person who can change it.

# complaint-fee-twice | complaint | hit=complaints:minor
c: You’ve taken the {quarterly fee|charge} twice. {small} on {past} and again the day after. {This is not acceptable|I’d like it back}.
r: I see it. That’s our error, {a file was run twice|a double booking}. The second one is on its way back to you with today’s date.
c: And the {interest|overdraft fee it caused}?
r: That too, send me the amount.
c: {small}.
r: Added.

# complaint-tone | complaint | end
c: {The lady|The gentleman} on the phone was quite {rude|short with me} {today|yesterday}.
r: I’m sorry to hear that. Do you remember roughly when, so that I can listen to the call?
c: About {time}. She {kept interrupting|said it was “in the letter”}.
r: Thank you. I’ll listen and come back to you by {weekday}.
> wait 2d
r: I’ve listened. You were right to tell us. {colleague} would like to apologise herself, if you’re willing.
c: {That’s decent|Yes, fine}.

# complaint-advice | complaint | end hit=complaints:breach
c: I was told {fund} was “cautious”. It has lost {pct}. I want to make a {formal complaint|proper complaint, in writing}. {I’ll go to the ombudsman if I have to|}
r: I understand. I’m recording this as a formal complaint today, {date|with your words}. You’ll have an acknowledgement tomorrow and an answer within the time the rules set.
c: {And who decides|From you or someone independent}?
r: Somebody who has never dealt with your account. I can’t influence it, and I won’t try.
c: {Good|OK}.

# complaint-ombudsman | complaint | end hit=complaints:breach
c: {Eight weeks|Two months} and still no answer to my {letter|complaint}. I’m taking it to the ombudsman.
r: That’s your right, and the address is on page 2 of our letter of {past}. May I find out today why you’ve had no answer?
c: {You may, but I’ve written to them already|You can try}.
> wait 3h
r: It was answered on {past} and sent to your old address. That’s our mistake. I’ve emailed a copy now.
c: {I’ll read it|Right}.

# complaint-solicitor | complaint | end hit=complaints:breach
c: I’ve spoken to my solicitor about the {delay|exchange rate you gave me}. {He says I lost {amount}|It cost me {amount}}. I expect compensation.
r: I’m taking this seriously. Please send what you have to complaints@haldenmarsh.example, and I’ve opened a case, {ref}.
c: {You’ll have it by {weekday}|It’s on its way}.
r: Thank you. I mustn’t discuss the outcome, but you’ll know who does.

# complaint-leaving | complaint | end hit=complaints:breach
c: I’m closing my account. {After {count} years|} nobody {called when the market fell|noticed I exist until fees are due}.
r: I’m truly sorry you feel that way. You’re right that I should have called that week.
c: {It’s decided|I’ve made up my mind}.
r: Then I’ll make it easy: one form, no charge from us. Would you let me ring you, not to persuade you, to understand?
c: {weekday}. {Ten minutes|Briefly}.

# complaint-statement-wrong | complaint
c: My name is {spelt wrong|still the old one} on {everything|the statement}, {for the third time|again}.
r: How {embarrassing|annoying}. I’ve corrected it at the source this time, not only on the letter.
c: {We shall see|I’ll believe it when it’s printed}.
> wait 2d
r: Proof attached.
> attach pdf
c: {Correct!|A miracle} 

# complaint-parking | complaint
c: I got a parking ticket at your office. {The sign said visitors|You said I could park there}. 
r: {Oh no|Sorry!} Send me a photo and I’ll {take it up with the landlord|ask facilities}.
c: Here
> attach scan
> wait 1d
r: Cancelled. {They’ve moved the sign|New sign coming}.

# complaint-email-other | complaint | end hit=complaints:breach
c: You’ve sent me {someone else’s statement|another client’s letter}. {This is unacceptable.|Unacceptable. What else goes to the wrong people?}
r: I’m very sorry, that must not happen. Please don’t open it further and delete it. I’m reporting it to our data protection officer now.
c: {Deleted|It’s in the bin}. Who has mine?
r: I’m finding out and will tell you today, whatever the answer is.
> wait 4h
r: Nobody. Yours was still in the queue. You’ll get a letter explaining exactly what happened.

# complaint-app-down | complaint
c: {portal} is down {again|for the second time this week}. {On the one day I need it|Right when the market is moving}.
r: I know, {I’m sorry|it’s infuriating}. Can I do it for you from here?
c: {No, I only wanted to look|Just tell me the cash balance}.
r: {amount} as of this morning. It should be back by {time}.
`,
}
