import { type ElsewhereLanguage, elsewhere } from './language.ts'

const write = '(?:escrib|llam|mand|envi|contact|agreg|anad|chate|respond|localiz|busc|reenvi)[a-z]*'
const talk = '(?:habl|segui|sigo|sigue|sigamos|continu|cambi|pas[aeo]|vamos|vayamos|mov[aei])[a-z]*'
const device = '(?:numero|movil|telefono|celular|linea|APP|SHORT)'

/** A word that leaves open what is written: not "el informe en", "la orden en". */
const light = '(?:(?!(?:una?|unos|unas|el|la|los|las|mas|otra|su|tu|opciones|stops?)\\b)[a-z]+ )'
/** Words beside a verb of talking or moving: not "la orden". */
const aside =
  '(?:(?:mejor|esto|eso|de esto|de eso|nos|con usted|contigo|conmigo|luego|manana|hoy|ahora|todo|la conversacion|a hablar) )'
const noCompany = '\\b(?!-| (?:y|e|o) [a-z]+(?:END))'
const after = '\\b(?=END| (?:esta|hoy|manana|luego|mejor|cuando|si|ahora|mas tarde|despues)\\b)'
const asked = '\\b(?=\\s*$|\\s*[.;!?)]| tambien\\b)'

export const spanish: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${write} ${light}{0,5}?(?:en|al?) (?:mi |el |tu |su )?(?:APP|SHORT)${noCompany}`,
    `\\b${write} (?:[a-z]+ ){0,5}?(?:por|via) (?:mi |el |tu |su )?(?:APP|SHORT)${noCompany}`,
    `\\b${write} (?:[a-z]+ ){0,5}?(?:en|al?) (?:mi |el |tu |su )?ONLY${noCompany}`,
    `\\b${talk} ${aside}{0,3}?(?:por|en|al?|via) (?:mi |el |tu |su )?(?:CHAT|SHORT)${after}`,
    `\\b(?:usas|usa)(?: usted)? APP${asked}`,
    `\\b(?:tienes|tiene)(?: usted)? CHAT${asked}`,
    `\\b(?:estas|esta)(?: usted)? en APP${asked}`,
    '\\bmi (?:(?:numero de |usuario de |cuenta de )APP|CHAT) es\\b',
  ),
  private: elsewhere(
    `\\b(?:a|al|en|de|desde|por|con|este es|aqui (?:tienes?|esta)|usa|use|apunta|apunte) (?:mi|su|tu) (?:otro )?${device} (?:privado|personal|particular)\\b`,
    `\\bmi ${device} (?:privado|personal|particular)(?: es|:)`,
    '\\b(?:escrib|habl|mand|contact|respond)[a-z]*(?: [a-z]+){0,3} (?:por|en) privado\\b',
  ),
  mail: elsewhere(
    '\\b(?:a|al|en|de|desde|por|con) mi (?:correo|e-?mail|mail|direccion (?:electronica|de correo)|buzon)(?: electronico| de correo)? (?:personal|privado|privada|particular)\\b',
    '\\b(?:a|al|en|de|desde|por|con) mi (?:correo de |cuenta de |correo )?HOST\\b',
    '\\bmi (?:correo|e-?mail) (?:personal|privado|particular)(?: es|:)',
  ),
  unwritten: elsewhere(
    '\\b(?:mejor|prefiero|preferiria) no (?:[a-z]+ ){0,4}?(?:por escrito|aqui|por aqui|por (?:mensaje|chat|correo))(?=[\\s,.;:!?]*$|[,.;:])',
    '\\bno (?:lo |hablemos |me )?(?:hablemos|escribas|escriba|pongas|ponga|pongamos|comentemos|tratemos)?(?: [a-z]+){0,3}? (?:por escrito|por este (?:canal|chat))(?=[\\s,.;:!?]*$|[,.;:])',
    '\\bno (?:lo )?(?:hablemos|escribas|escriba|comentemos|tratemos)(?: [a-z]+){0,3} (?:aqui|por aqui)(?=[\\s,.;:!?]*$|[,.;:])',
    '^(?:nada|nunca) por escrito\\b',
  ),
  unless:
    /\b(?:no|nunca|jamas|ningun|ninguna|sin|prohibido|prohibida|permitido|permite|politica|normativa|cumplimiento|estafa|fraude|acciones|caida|formulario|ficha|datos|contrasena)\b/,
  aside: /\bpor que no\b|\bo no\b|^no, |\bsi no (?:le|te) importa\b/,
}
