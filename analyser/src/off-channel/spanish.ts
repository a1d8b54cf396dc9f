import { type ElsewhereLanguage, elsewhere } from './language.ts'

const say =
  '(?:escrib|llam|mand|envi|contact|habl|pas[aeo]|segui|sigo|sigue|sigamos|continu|agreg|anad|cambi|chate|respond|localiz|vamos|vayamos|busc|reenvi|mov|dej)[a-z]*'
const device = '(?:numero|movil|telefono|celular|linea|APP)'

export const spanish: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${say} (?:[a-z]+ ){0,5}?(?:por|en|a|al|via) (?:mi |el |tu |su )?APP\\b`,
    '\\b(?:tienes|tiene|usas|usa)(?: usted)? APP\\b',
    '\\b(?:estas|esta)(?: usted)? en APP\\b',
    '\\bmi (?:numero de |usuario de |cuenta de )?APP es\\b',
  ),
  private: elsewhere(
    `\\b(?:a|al|en|de|desde|por|con|este es|aqui (?:tienes?|esta)|usa|use|apunta|apunte) (?:mi|su|tu) (?:otro )?${device} (?:privado|personal|particular)\\b`,
    `\\bmi ${device} (?:privado|personal|particular)(?: es|:)`,
    '\\b(?:escrib|habl|mand|contact|respond)[a-z]*(?: [a-z]+){0,3} (?:por|en) privado\\b',
  ),
  mail: elsewhere(
    '\\b(?:a|al|en|de|desde|por|con) mi (?:correo|e-?mail|mail|direccion|buzon)(?: electronico| de correo)? (?:personal|privado|privada|particular)\\b',
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
