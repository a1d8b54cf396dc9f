import type { Script } from '#scene.ts'

export const meetings: Script = {
  language: 'en',
  text: `
# meet-simple | scheduling
c: {Are you free|Do you have half an hour} on {weekday}?
r: {time} or after four?
c: {time}. {Your place|At {place}}?
r: {See you there|I’ll book a table|In the diary}.

# meet-move | scheduling
c: So sorry, can we {move|push} {weekday}? {{child} has a fever|The boiler man is finally coming|I’m stuck in {city}}.
r: {Don’t worry at all|No problem}. {soon}, same time?
c: {soon} is good.
r: {Moved|Done}. {Hope all’s well soon|Good luck with it}.

# meet-running-late | scheduling
c: Running {ten|fifteen} minutes late, {train|traffic|parking}.
r: {No hurry, I’ll get us coffee|Take your time}.
c: {You’re a star|Flat white please}
> wait 10m
c: {Outside|Here}, which floor?
r: {Third|Second}, turn left out of the lift.

# meet-remind | scheduling
r: A reminder of {tomorrow|our meeting tomorrow} at {time}. {Anything you’d like on the agenda|Shall we keep to the review}?
c: {Pension and the house|Just the review|School fees}. And can we keep it to {45 minutes|an hour}?
r: {Promise|Of course}.

# meet-video | scheduling
c: The video link {asks for a password|says the meeting hasn’t started}.
r: {Sorry, that’s me|I’m just letting you in}. Try {now|again}.
c: {You’re on mute|I can see you but not hear you} 😄
r: {Every single time|Classic}.
> react 😂

# meet-lawyer | scheduling | hit=complaints:false
c: Could {the lawyer|my solicitor} join on {weekday}? It’s about the {trust|will}.
r: {Good idea|Very welcome}. I’ll bring {colleague}, who does this all day.
c: {time} then, and {an hour and a half|a good hour}.
r: {Booked|Diary sent}.

# meet-abroad | scheduling
c: I’m in {city} until {day}. What’s the best time {for a call|with the time difference}?
r: Your {breakfast|early evening} is my {lunch|morning}, shall we say {time} yours?
c: {Works|Fine, coffee in hand}.

# meet-cancel | scheduling
r: I’m afraid I have to cancel {tomorrow|{weekday}}: {a family matter|I’ve caught the bug that’s going round}. {colleague} could step in, or we wait for me?
c: {I’ll wait for you|Nothing urgent, get well}. 
r: Thank you. {soon}?
c: {soon} it is.

# meet-lunch-finance | scheduling
c: Lunch next week? {Would be good to catch up|I’m in town} on {weekday}.
r: {Lovely|With pleasure}. {place} at one? We each pay our own, {you know the rules|house rules}.
c: {As ever|Ha, yes}.

# meet-call-back | scheduling
c: Missed your call. {In a meeting till {time}|Was on the {train|school run}}.
r: Nothing urgent, {only your form|just the signature}. {Later today|Tomorrow}?
c: {Later|After {time}}.
> wait 3h
r: {Trying now|Ringing you}.

# meet-first-time | scheduling
c: Where do I {park|come in} when I visit?
r: There’s {a courtyard behind the building|visitor parking on Tallow Street}. Tell me your plate and I’ll put you on the list.
c: {Coming by train after all|It’s the old green estate, you’ll see it}.
r: {Even easier, four minutes’ walk|I’ll wave}.
`,
}
