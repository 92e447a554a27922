/** Generated from the OpenAPI document by `npm run generate -w client`: change the schemas instead. */

export interface paths {
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions */
        get: operations["listSessions"];
        put?: never;
        /**
         * Start session
         * @description Hosted by the service (`consumerIdentity`, and `agent` or an avatar with a linked one), with your own agent in a room of the service (`remoteAgentConnectingIdentity`), or in a room of your own (`host` and `remoteAgentConnectingIdentity`).
         */
        post: operations["startSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get session
         * @description Returns the session with its transcript, even while it runs.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Stop session
         * @description Ends the session immediately. An ended session stays unchanged, so you can repeat this.
         */
        patch: operations["stopSession"];
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents */
        get: operations["listAgents"];
        put?: never;
        /** Create agent */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get agent */
        get: operations["getAgent"];
        /**
         * Replace agent
         * @description Replaces the whole resource: omitted fields are unset.
         */
        put: operations["replaceAgent"];
        post?: never;
        /**
         * Delete agent
         * @description Irreversible. Returns the deleted resource; 409 while another resource uses it.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/avatars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List avatars */
        get: operations["listAvatars"];
        put?: never;
        /**
         * Create avatar
         * @description Creates an avatar from a built-in face by its `identity`, or from a picture in `refImage`.
         */
        post: operations["createAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/avatars/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get avatar */
        get: operations["getAvatar"];
        /**
         * Replace avatar
         * @description Replaces the whole avatar: omitted fields are unset, except that the picture stays unless you send another.
         */
        put: operations["replaceAvatar"];
        post?: never;
        /**
         * Delete avatar
         * @description Irreversible. Returns the deleted avatar.
         */
        delete: operations["deleteAvatar"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session-passes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start session with a pass
         * @description For browsers, with a client token as bearer token. The session is bound to the user, client and avatar of the token.
         */
        post: operations["startSessionPass"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session-passes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a session that was started with a pass
         * @description Only for sessions that were started with a client token of the same user, client and character.
         */
        get: operations["getSessionPass"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session-passes/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Stop a session that was started with a pass
         * @description Only for sessions that were started with a client token of the same user, client and character.
         */
        patch: operations["stopSessionPass"];
        trace?: never;
    };
    "/v1/knowledge-bases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List knowledge bases
         * @description The same as `GET /v3/knowledge-bases`.
         */
        get: operations["listKnowledgeBasesV1"];
        put?: never;
        /**
         * Create knowledge base
         * @description The same as `POST /v3/knowledge-bases`.
         */
        post: operations["createKnowledgeBaseV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge-bases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get knowledge base
         * @description The same as `GET /v3/knowledge-bases/{id}`.
         */
        get: operations["getKnowledgeBaseV1"];
        put?: never;
        post?: never;
        /**
         * Delete knowledge base
         * @description The same as `DELETE /v3/knowledge-bases/{id}`.
         */
        delete: operations["deleteKnowledgeBaseV1"];
        options?: never;
        head?: never;
        /**
         * Update knowledge base
         * @description The same as `PATCH /v3/knowledge-bases/{id}`.
         */
        patch: operations["updateKnowledgeBaseV1"];
        trace?: never;
    };
    "/v1/knowledge-bases/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add document
         * @description The same as `POST /v3/knowledge-bases/{id}/documents`.
         */
        post: operations["addDocumentV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/knowledge-bases/{id}/documents/{doc}/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Index document
         * @description The same as `PATCH /v3/knowledge-bases/{id}/documents/{doc}/index`.
         */
        patch: operations["indexDocumentV1"];
        trace?: never;
    };
    "/v1/knowledge-bases/{id}/documents/{doc}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete document
         * @description The same as `DELETE /v3/knowledge-bases/{id}/documents/{doc}`.
         */
        delete: operations["deleteDocumentV1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Health check */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get ways to sign in
         * @description For the console: returns how people can sign in, and who is signed in in this browser.
         */
        get: operations["getSignInState"];
        put?: never;
        post?: never;
        /**
         * Sign out
         * @description Ends the session of this browser, if there is one.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/passkey-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a passkey
         * @description Returns the challenge for a passkey. Send the response of the browser within five minutes.
         */
        post: operations["requestPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description The response sets a cookie, with which the browser can call everything that the role of the member allows, for at most a week, and until it is unused for twelve hours.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open invitation
         * @description Returns who is invited to which organization, and the challenge for a new passkey. The invitation stays valid.
         */
        post: operations["openInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/invitation/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept invitation
         * @description Accepts it with a new passkey. The member is then signed in, and the invitation is used up.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/openid-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with OpenID Connect
         * @description Returns the address to open in the browser. It must return to the console within ten minutes; because of the cookie of this response, no other browser can.
         */
        post: operations["requestOpenId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/sign-in/openid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with OpenID Connect
         * @description Send the parameters with which the provider returned the browser. Signs in the member with this identity at the provider, or accepts the invitation of `secret`, if it is given; an e-mail address is never used.
         */
        post: operations["signInWithOpenId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate client token
         * @description Creates a token for a browser. It can start sessions with exactly this user, client and character through `/v1/session-passes`, read and stop these sessions, and do nothing else. It is valid for an hour, but only as long as the API key that created it is valid, or the member who created it is still allowed to.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List knowledge bases */
        get: operations["listKnowledgeBases"];
        put?: never;
        /** Create knowledge base */
        post: operations["createKnowledgeBase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get knowledge base */
        get: operations["getKnowledgeBase"];
        put?: never;
        post?: never;
        /**
         * Delete knowledge base
         * @description Deletes the knowledge base with all its documents. Irreversible; 409 while an agent or a character uses it.
         */
        delete: operations["deleteKnowledgeBase"];
        options?: never;
        head?: never;
        /**
         * Update knowledge base
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateKnowledgeBase"];
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add document
         * @description Announces a document. Then send its bytes with `PUT` to `uploadUrl`, with `Content-Type` = `mimeType`, before `expireAt`.
         */
        post: operations["addDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/documents/{doc}/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Index document
         * @description Returns `indexing` immediately; the work runs in the background and reports its progress in the `timeline` of the document. You can repeat this. 409 before the upload.
         */
        patch: operations["indexDocument"];
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/documents/{doc}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete document
         * @description Deletes the document with its file and index entries. Irreversible.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/documents/{doc}/passages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passages of a document
         * @description Returns the extracted text of the document as passages, in their order; none before it is `indexed`. A long passage may begin with the end of the previous one.
         */
        get: operations["listPassages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/passages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search passages
         * @description Returns the passages that a conversation would get for a question, best first; none if neither its words nor its meaning match.
         */
        get: operations["searchPassages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/knowledge-bases/{id}/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get embeddings of a knowledge base
         * @description Returns who embeds its passages, so that they can also be found by meaning, and how many are embedded.
         */
        get: operations["getKnowledgeBaseEmbeddings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List websites */
        get: operations["listWebsites"];
        put?: never;
        /**
         * Create website
         * @description Returns `reading` immediately; its pages become documents of the knowledge base one by one, each with `websiteId` and `url`. Pages of the same site are read one after the other, with half a second between them.
         */
        post: operations["createWebsite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/websites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get website */
        get: operations["getWebsite"];
        put?: never;
        post?: never;
        /**
         * Delete website
         * @description Deletes the website with its pages. Irreversible.
         */
        delete: operations["deleteWebsite"];
        options?: never;
        head?: never;
        /**
         * Update website
         * @description Omitted fields stay unchanged; `null` unsets a field. The website is read again immediately.
         */
        patch: operations["updateWebsite"];
        trace?: never;
    };
    "/v3/websites/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read website again
         * @description Changed pages replace their previous versions, and pages that no longer exist are removed from the knowledge base.
         */
        post: operations["readWebsite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List voices */
        get: operations["listVoices"];
        put?: never;
        /** Create voice */
        post: operations["createVoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/voices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get voice */
        get: operations["getVoice"];
        put?: never;
        post?: never;
        /**
         * Delete voice
         * @description Irreversible. Returns the deleted resource; 409 while another resource uses it.
         */
        delete: operations["deleteVoice"];
        options?: never;
        head?: never;
        /**
         * Update voice
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateVoice"];
        trace?: never;
    };
    "/v3/voice-samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get voice sample
         * @description Returns a sentence in the voice that a conversation would have now: of this service, or of the operator’s speech server. 422 if the provider itself would speak: its voices can be heard only in a conversation. `getVoiceSpeakers` says beforehand who would speak; an agent with a `ttsServerId` is heard with `getServerVoiceSample`.
         */
        get: operations["getVoiceSample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/voice-speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who speaks
         * @description Returns who would speak now for an agent of each provider, and so which voices can be heard.
         */
        get: operations["getVoiceSpeakers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/brains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List brains */
        get: operations["listBrains"];
        put?: never;
        /** Create brain */
        post: operations["createBrain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/brains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get brain */
        get: operations["getBrain"];
        put?: never;
        post?: never;
        /**
         * Delete brain
         * @description Irreversible. Returns the deleted resource; 409 while another resource uses it.
         */
        delete: operations["deleteBrain"];
        options?: never;
        head?: never;
        /**
         * Update brain
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateBrain"];
        trace?: never;
    };
    "/v3/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List faces */
        get: operations["listFaces"];
        put?: never;
        /** Create face */
        post: operations["createFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/faces/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview face
         * @description Shows how a picture would look as a face: the points that would move it and, with a `text`, a clip in which it speaks that text. Stores nothing.
         */
        post: operations["previewFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/faces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get face */
        get: operations["getFace"];
        put?: never;
        post?: never;
        /**
         * Delete face
         * @description Irreversible. Returns the deleted resource; 409 while another resource uses it.
         */
        delete: operations["deleteFace"];
        options?: never;
        head?: never;
        /**
         * Update face
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateFace"];
        trace?: never;
    };
    "/v3/characters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List characters */
        get: operations["listCharacters"];
        put?: never;
        /** Create character */
        post: operations["createCharacter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/characters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get character */
        get: operations["getCharacter"];
        /**
         * Replace character
         * @description The same as `PATCH`: omitted fields stay unchanged; `null` unsets a field.
         */
        put: operations["replaceCharacter"];
        post?: never;
        /**
         * Delete character
         * @description Irreversible. Returns the deleted resource; 409 while another resource uses it.
         */
        delete: operations["deleteCharacter"];
        options?: never;
        head?: never;
        /**
         * Update character
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateCharacter"];
        trace?: never;
    };
    "/v3/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Lists conversations with their transcripts and timelines, including running ones.
         */
        get: operations["listConversations"];
        put?: never;
        /**
         * Start conversation
         * @description Hosted by the service, with your own agent in a room of the service (`remoteAgent`), or in a room of your own (`host` and `remoteAgent`).
         */
        post: operations["startConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get conversation */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /**
         * Erase conversation
         * @description Erases an ended conversation with its transcript and timeline, the memories from it, and webhook deliveries about it. Nothing that its user said in it stays remembered, even if they had also said it in an earlier conversation; what they repeated in a later conversation stays remembered from that one. 409 while the conversation runs: stop it first. Its usage stays in the totals, without a name. No webhook is sent. Irreversible.
         */
        delete: operations["eraseConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/latency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latencies of a conversation
         * @description Statistics of the time that the user waited for answers in the turns so far: from the end of their speech to the first audible sample. The timeline has each turn; `/metrics` covers all conversations.
         */
        get: operations["getConversationLatency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop conversation
         * @description Ends the conversation immediately. An ended conversation stays unchanged, so you can repeat this.
         */
        post: operations["stopConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/rating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rate conversation
         * @description Stores the rating of the user, even after the conversation has ended; a later rating replaces it. A client token can rate only conversations that were started with it.
         */
        put: operations["rateConversation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew access tokens
         * @description Issues new tokens for the same participants of a running conversation, for clients that have lost theirs: after a reload, or on another device. Earlier tokens stay valid. 409 if the conversation has ended, or if the room is your own. A client token can renew only conversations that were started with it.
         */
        post: operations["renewAccessTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/conversations/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow conversation
         * @description Streams server-sent events, first the past ones, then new ones as they occur, until the conversation has ended:
         *
         *     - `timeline`: a TimelineEntry.
         *     - `transcript`: a TranscriptEntry. If it grows or is cut by an interruption, it is sent again with the same `id`.
         *     - `status`: `id`, `status` and the times; one with a terminal status is the last, except for a few final transcript entries.
         *     - `dropped`: the client read too slowly; `reason` is `slow_reader`.
         *
         *     The `id` of an event grows within its conversation. Send the last one as `Last-Event-ID` to resume after it; 204 means
         *     that there are no more events. An entry that changed several times meanwhile is sent once, in its current state. Comments are
         *     heartbeats. The stream ends within 30 seconds after its credential was revoked or has expired. A client token can follow
         *     only conversations that were started with it, and gets only the timeline entries that its user has seen or heard:
         *     `avatar_joined`, `consumer_joined`, `first_frame`, `greeting`, `interruption`, `emotion`, `reconnected`, `consumer_left`.
         */
        get: operations["followConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tools */
        get: operations["listTools"];
        put?: never;
        /**
         * Create tool
         * @description Add it to `tools` of an agent or a character, whose model can then call it. Calls are signed by the Standard Webhooks specification; their body is a `ToolCallMessage`. Respond with JSON or text within `timeoutMs`: the model reads at most 32,000 characters of it. Any status other than 2xx tells the model that the call failed, and why. A call is never repeated. The secret is shown only once.
         */
        post: operations["createTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get tool */
        get: operations["getTool"];
        put?: never;
        post?: never;
        /**
         * Delete tool
         * @description 409 while an agent or a character uses it.
         */
        delete: operations["deleteTool"];
        options?: never;
        head?: never;
        /**
         * Update tool
         * @description Omitted fields stay unchanged; `null` unsets a field. With an address on another host, the headers must be sent again. Running conversations keep the name, description and parameters from their start; a new address, headers and time limit apply immediately.
         */
        patch: operations["updateTool"];
        trace?: never;
    };
    "/v3/tools/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a tool
         * @description For 24 hours, calls are signed with both the new and the previous secret.
         */
        post: operations["rotateToolSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/model-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List model servers */
        get: operations["listModelServers"];
        put?: never;
        /**
         * Create model server
         * @description Set it as `llmServerId`, `ttsServerId` or `sttServerId` of an agent. It is used from the next conversation on; no setting of the service needs to change. A server for `embeddings` serves all knowledge bases of the organization, whose passages it embeds in the background; a second one is refused with 409.
         */
        post: operations["createModelServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/model-servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get model server */
        get: operations["getModelServer"];
        put?: never;
        post?: never;
        /**
         * Delete model server
         * @description 409 while an agent uses it.
         */
        delete: operations["deleteModelServer"];
        options?: never;
        head?: never;
        /**
         * Update model server
         * @description Omitted fields stay unchanged; `null` unsets a field. With an address on another host, the key must be sent again. Running conversations keep their initial values. If the address or model of a server for `embeddings` changes, all passages are embedded again.
         */
        patch: operations["updateModelServer"];
        trace?: never;
    };
    "/v3/model-servers/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try model server
         * @description Requests a few words, a short audio clip or a vector, as a conversation would, and returns the result and the time that it took.
         */
        post: operations["tryModelServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/model-servers/{id}/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get voices of a model server
         * @description Asks a server for speech for its voices (`GET /audio/voices`, which many servers have besides OpenAI’s endpoints).
         */
        get: operations["getServerVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/model-servers/{id}/voice-sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get voice sample of a model server
         * @description Returns a fixed sentence in a voice of a server for speech, as a conversation would have it. The same sample is requested once in ten minutes.
         */
        get: operations["getServerVoiceSample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/provider-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider keys
         * @description Lists every provider, and whose key its conversations use.
         */
        get: operations["listProviderKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/provider-keys/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set provider key
         * @description Replaces the previous key. It is used from the next conversation on, unless the operator has set one. It is sent only to the provider, or to the address that the operator has set instead.
         */
        put: operations["setProviderKey"];
        post?: never;
        /**
         * Delete provider key
         * @description Running conversations keep using it.
         */
        delete: operations["deleteProviderKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/provider-keys/{provider}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try provider key
         * @description Asks the provider whether it accepts the key of the organization, and returns how long that took. This costs nothing at the provider.
         */
        post: operations["tryProviderKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/embeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List embeds */
        get: operations["listEmbeds"];
        put?: never;
        /**
         * Create embed
         * @description An embed is an avatar that pages of `allowedOrigins` can show without a backend of their own: `snippet` is the line that they need. Its id is not a secret; its limits bound its costs.
         */
        post: operations["createEmbed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/embeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get embed */
        get: operations["getEmbed"];
        put?: never;
        post?: never;
        /**
         * Delete embed
         * @description Pages no longer show it. Running conversations continue; past ones stay in the lists.
         */
        delete: operations["deleteEmbed"];
        options?: never;
        head?: never;
        /**
         * Update embed
         * @description Omitted fields stay unchanged; `null` unsets a field. Running conversations keep their initial values.
         */
        patch: operations["updateEmbed"];
        trace?: never;
    };
    "/v3/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List memories
         * @description Lists what consumers said to avatars whose agents have a memory.
         */
        get: operations["listMemories"];
        put?: never;
        post?: never;
        /**
         * Erase memories
         * @description Erases all memories that match `user`, `client` and `avatar`; at least one of them is required. Nothing said before now stays remembered; running conversations are instructed to forget it.
         */
        delete: operations["eraseMemories"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/memories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get memory */
        get: operations["getMemory"];
        put?: never;
        post?: never;
        /**
         * Delete memory
         * @description Nothing said before now restores the memory; if the consumer says it again, it is remembered again. Running conversations are instructed to forget it.
         */
        delete: operations["deleteMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create webhook
         * @description Messages are signed by the Standard Webhooks specification. The secret is shown only once.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete webhook
         * @description Pending deliveries to it are no longer sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update webhook
         * @description Omitted fields stay unchanged; `null` unsets a field.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v3/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description For 24 hours, messages are signed with both the new and the previous secret.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test webhook
         * @description Sends an example, marked `test`, only once. The deliveries show the result.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Newest first. A delivery belongs to the client of its webhook.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay delivery
         * @description Sends the same message again, with the same `webhook-id`, as a new delivery.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/users/{identity}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase user
         * @description Erases all data of a consumer, for one `client` or for all: their conversations with transcripts and timelines, their memories, and webhook deliveries about them. Their running conversations are stopped first. Usage stays in the totals, without their name. No webhook is sent. Irreversible. You can repeat this: the receipt then does not count what was erased before. A client token that they still have can start new conversations until it expires.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/user-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Per-user billing cycle usage
         * @description Seconds count from the join to the end. A conversation belongs completely to the cycle in which it started. The users with the most seconds come first.
         */
        get: operations["getUserUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Billing cycle usage by day, avatar, agent or embed
         * @description Counted like the usage of users. At most 100 avatars, agents or embeds, those with the most seconds first.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/freemium-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Seconds used on the free plan in this billing cycle */
        get: operations["getFreemiumUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/concurrency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get running conversations and their limit */
        get: operations["getConcurrency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the organization of the API key */
        get: operations["getOwnOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/organizations/default-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the default provider
         * @description Returns the provider that answers for agents with `anyProvider`, and for characters without an agent at ElevenLabs.
         */
        get: operations["getDefaultProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Keys have no client, so filtering by `client` returns none.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create API key
         * @description The key itself is shown only once; only its hash is stored.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke API key
         * @description The key is refused from now on, and event streams that were opened with it end.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Lists the people who can sign in to the console. They have no client, so filtering by `client` returns none.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete member
         * @description Signs the member out everywhere; their passkey is then refused. The last owner cannot be removed. If an owner loses this role, all open invitations of the organization are withdrawn, because the owner may know the links.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /**
         * Update member
         * @description A new role applies from the next request on. The last owner cannot get another role. If an owner loses this role, all open invitations of the organization are withdrawn, because the owner may know the links.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/v3/members/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of a member
         * @description Lists the browsers in which the member is signed in, newest first, at most ten.
         */
        get: operations["listMemberSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/members/{id}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End session of a member
         * @description The browser is signed out at its next request, and its open event streams end.
         */
        delete: operations["endMemberSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Lists unused invitations. They have no client, so filtering by `client` returns none.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite member
         * @description Send the link to the person you invite: whoever opens it first creates a passkey and becomes the member. It works once, within seven days, and is shown only once; only a hash of its secret is stored.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw invitation
         * @description The link of the invitation no longer works.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/embeds/{id}/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the look of an embed
         * @description Returns what the widget shows before a conversation. Only for pages of its `allowedOrigins`; 403 for others.
         */
        get: operations["getEmbedLook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/embeds/{id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a conversation of an embed
         * @description For browsers on pages of its `allowedOrigins`, without a credential. 403 for other pages, 402 when its daily limit is reached, 429 while it has its maximum of conversations, and for more than ten starts per minute from one address, or 300 from all addresses.
         */
        post: operations["startEmbedConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List organizations
         * @description Organizations have no client, so filtering by `client` returns none.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create organization
         * @description Creates an organization with a gallery: for every built-in face an avatar with its own agent, voice and brain.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get organization */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Delete organization
         * @description Stops its conversations and jobs, and deletes everything that it owns. Irreversible.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Update organization
         * @description Changes plan, limits and prices. Omitted fields stay unchanged; running conversations keep their initial values.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/admin/organizations/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create API key of an organization
         * @description The key itself is shown only once; only its hash is stored.
         */
        post: operations["createOrganizationKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log
         * @description Lists who changed what: every change with the admin token, every deletion with an API key or by a member, and every member, API key and secret that an organization created or changed. Entries never change, and are deleted after `VISAVIS_AUDIT_DAYS` (default: 400 days). Entries have no client, so filtering by `client` returns none.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models
         * @description Lists the models with which avatars hear and speak on the machine of the service, without a key: all known models, which of them are installed, and the state of the latest download. Workers on other machines have their own models.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Add models
         * @description Downloads models and the models that they need, in the background, one request at a time; `GET /admin/models` shows the progress. An interrupted download keeps its data. A model is used only if the SHA-256 of all its files is correct, from the next conversation on. Models come from their publishers, or from `VISAVIS_MODELS_MIRROR`. Refused with 409 while another download runs, and if the folder cannot be written or its disk is full.
         */
        post: operations["addModels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the download of models
         * @description Downloaded data is kept: adding the same models again resumes the download.
         */
        post: operations["stopModelDownload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models/{name}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify model
         * @description Reads all files of the model and checks their SHA-256. If a file differs, the model is `damaged`, and `problem` names the file: remove it and add it again.
         */
        get: operations["verifyModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/models/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove model
         * @description Deletes its files, including a partial download. Running conversations keep the models that they have loaded; later ones cannot use them. Returns the model as it was.
         */
        delete: operations["removeModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{document}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the bytes of a document
         * @description The address is the `uploadUrl` of "Add document". `Content-Type` must be the `mimeType` of the document, or `application/octet-stream` if the type is not known. Text that is not UTF-8 must state its `charset` there. You can repeat the upload until the address expires; the last upload counts.
         */
        put: operations["uploadDocument"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "conversation.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `conversation.started`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["conversationStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `conversation.joined`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["conversationJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `conversation.ended`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["conversationEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `conversation.failed`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["conversationFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transcript.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `transcript.completed`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["transcriptCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.indexed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `document.indexed`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["documentIndexed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `document.failed`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["documentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "usage.threshold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Message `usage.threshold`
         * @description Signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Respond with 2xx within 15 s; failed deliveries are repeated for three days.
         */
        post: operations["usageThreshold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tool.call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call of a tool
         * @description Sent to the `url` of a tool when a model calls it, with the headers of the tool, signed by the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the tool. Respond within its `timeoutMs`. The connection is closed when the user interrupts.
         */
        post: operations["toolCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** Agent */
        Agent: {
            /**
             * @description Identifier of the agent.
             * @example agt_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @enum {unknown} */
            provider: "openai" | "gemini" | "elevenlabs";
            anyProvider: boolean;
            name?: string;
            client?: string;
            /** @enum {unknown} */
            model?: "gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime";
            /** @enum {unknown} */
            voice?: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
            instructions?: string;
            /** @description What it says first. Empty where there is none. */
            greetingMsg: string;
            apologyMsg?: string;
            remoteId?: string;
            search: boolean;
            emotions: boolean;
            memory: boolean;
            /** @enum {unknown} */
            onBackchannel: "ignore" | "stop";
            turnTaking: {
                /** @enum {unknown} */
                patience: "quick" | "normal" | "patient";
                /** @description Silence after which a turn that sounds finished is answered, in milliseconds. */
                minSilenceMs?: number;
                /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. */
                maxSilenceMs?: number;
            };
            /** @description Whether the avatar is seen, or heard only. */
            video: boolean;
            language?: string;
            voiceId?: string;
            brainId?: string;
            knowledgeBaseId?: string;
            llmServerId?: string;
            ttsServerId?: string;
            sttServerId?: string;
            /** @description Tools that its model may call. */
            tools: {
                id: string;
            }[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** Avatar */
        Avatar: {
            /**
             * @description Identifier of the avatar.
             * @example avt_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @description A built-in face, or the name of a custom one; the identity under which the avatar joins the room. */
            identity: string;
            name: string;
            /** @description Who it is. Empty where there is none. */
            description: string;
            /** Format: uri */
            thumbnailUrl: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
            /** @description The agent linked with it. */
            agentId?: {
                id: string;
            };
            agent?: components["schemas"]["Agent"];
        };
        /** KnowledgeBaseDocument */
        KnowledgeBaseDocument: {
            /**
             * @description Identifier of the document.
             * @example doc_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            knowledgeBaseId: string;
            name: string;
            /** @description What it holds. Empty where there is none. */
            description: string;
            /** @description Bytes; 0 until uploaded. */
            size: number;
            /** @enum {unknown} */
            status: "awaiting_upload" | "uploaded" | "indexing" | "indexed" | "failed";
            /** @description Why the document is `failed`. */
            statusReason?: string;
            mimeType: string;
            /** @description Of a page: the website that it was read from. */
            websiteId?: string;
            /** @description Of a page: its address. */
            url?: string;
            /** @description What happened to the document, oldest first. */
            timeline: {
                type: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                recordedAt: string;
                content: string;
            }[];
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** TranscriptEntry */
        TranscriptEntry: {
            id: string;
            /** @enum {unknown} */
            author: "user" | "character";
            content: string;
            /**
             * Format: date-time
             * @description When it was said.
             */
            recordedAt: string;
        };
        /** Session */
        Session: {
            /**
             * @description Identifier of the session; the same as its conversation’s.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @description Whether the organization is on the free plan. */
            freemium: boolean;
            name: string;
            /** @description The agent’s provider, or `remote`. */
            provider: string;
            /** @enum {unknown} */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why it ended; present on every ended conversation.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Why it ended, as text. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer (or, self-hosted, the remote agent) joined the room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description When it will end at the latest.
             */
            endsAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description The engine that answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description The identity under which the avatar joins the room; in your own room that of its token. */
            avatarIdentity?: string;
            host: {
                serverUrl: string;
            };
            avatar?: components["schemas"]["Avatar"];
            avatarId?: string;
            agentId?: string;
            agent?: components["schemas"]["Agent"];
            knowledgeBaseId?: string;
            knowledgeBase?: {
                organizationId?: string;
                name?: string;
                /** @description What it holds. Empty where there is none. */
                description?: string;
                documents?: components["schemas"]["KnowledgeBaseDocument"][];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt?: string;
                client?: string;
                id: string;
            };
            client?: string;
            /** @description Seconds from the consumer’s join to the end. */
            maxDuration: number;
            additionalCtx?: string;
            /** @description Values for `{{name}}` in instructions and greetings. */
            templateVars?: {
                [key: string]: unknown;
            };
            consumerIdentity?: {
                identity: string;
                name?: string;
            };
            remoteAgentIdentity?: {
                identity: string;
                name?: string;
            };
            room: string;
            turnTaking?: {
                /** @enum {unknown} */
                patience: "quick" | "normal" | "patient";
                /** @description Silence after which a turn that sounds finished is answered, in milliseconds. */
                minSilenceMs: number;
                /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar is seen, or heard only. */
            video: boolean;
            transcript: {
                entries: components["schemas"]["TranscriptEntry"][];
                /** @description The same entries as older typed clients read them. */
                transcription: {
                    text: string;
                    /**
                     * Format: date-time
                     * @description When it was said.
                     */
                    received_at: string;
                    /** @description Who said it: the identity of a participant. */
                    identity: string;
                }[];
            };
            /** @description In a list: more was recorded than the first 200 entries shown; get it by its id for all. */
            isTruncated?: boolean;
        };
        /** StartedSession */
        StartedSession: {
            session: components["schemas"]["Session"];
            /** @description The consumer joins the room with it. */
            consumerAccessToken?: string;
            /** @description The caller’s own agent joins the room with it. */
            remoteAgentAccessToken?: string;
        };
        /**
         * Problem
         * @description RFC 9457 problem details.
         */
        Problem: {
            /**
             * Format: uri
             * @description A page that explains the code.
             */
            type: string;
            title: string;
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /**
             * @description One of a closed list.
             * @enum {unknown}
             */
            code: "invalid_request" | "unauthenticated" | "quota_exceeded" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "rate_limited" | "concurrency_limit" | "internal" | "capacity";
            /** @description The same text as `detail`. */
            message: string;
            /** @description The same as the header `X-Request-Id`. */
            requestId: string;
            /** @description The faults of the input, by path. */
            errors?: {
                path: string;
                message: string;
            }[];
        };
        /** StartedPassSession */
        StartedPassSession: {
            session: {
                /**
                 * @description Identifier of the session; the same as its conversation’s.
                 * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
                 */
                id: string;
                /** @description Always empty: a client token learns nothing of it. */
                organizationId: string;
                /** @description Whether the organization is on the free plan. */
                freemium?: boolean;
                name: string;
                /** @description The agent’s provider, or `remote`. */
                provider?: string;
                /** @enum {unknown} */
                status: "running" | "ended" | "error" | "blocked";
                /**
                 * @description Why it ended; present on every ended conversation.
                 * @enum {unknown}
                 */
                endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
                /** @description Why it ended, as text. */
                endDetail?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When the consumer (or, self-hosted, the remote agent) joined the room.
                 */
                joinedAt?: string;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                endedAt?: string;
                /**
                 * Format: date-time
                 * @description When it will end at the latest.
                 */
                endsAt?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updatedAt: string;
                /**
                 * @description The engine that answers.
                 * @enum {string}
                 */
                engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
                /** @description The identity under which the avatar joins the room; in your own room that of its token. */
                avatarIdentity?: string;
                host: {
                    serverUrl: string;
                };
                avatar?: {
                    /**
                     * @description Identifier of the avatar.
                     * @example avt_01k3m6v2q8e4tb9p0x7yz5wnhd
                     */
                    id: string;
                    /** @description Always empty: a client token learns nothing of it. */
                    organizationId: string;
                    /** @description A built-in face, or the name of a custom one; the identity under which the avatar joins the room. */
                    identity: string;
                    name: string;
                    /** @description Who it is. Empty where there is none. */
                    description: string;
                    /** Format: uri */
                    thumbnailUrl: string;
                    /**
                     * Format: date-time
                     * @description When it was created.
                     */
                    createdAt: string;
                    /**
                     * Format: date-time
                     * @description When it last changed.
                     */
                    updatedAt: string;
                    client?: string;
                    /** @description The agent linked with it. */
                    agentId?: {
                        id: string;
                    };
                    agent?: components["schemas"]["Agent"];
                };
                avatarId?: string;
                agentId?: string;
                agent?: components["schemas"]["Agent"];
                knowledgeBaseId?: string;
                knowledgeBase?: {
                    organizationId?: string;
                    name?: string;
                    /** @description What it holds. Empty where there is none. */
                    description?: string;
                    documents?: components["schemas"]["KnowledgeBaseDocument"][];
                    /**
                     * Format: date-time
                     * @description When it was created.
                     */
                    createdAt?: string;
                    /**
                     * Format: date-time
                     * @description When it last changed.
                     */
                    updatedAt?: string;
                    client?: string;
                    id: string;
                };
                client?: string;
                /** @description Seconds from the consumer’s join to the end. */
                maxDuration: number;
                additionalCtx?: string;
                /** @description Values for `{{name}}` in instructions and greetings. */
                templateVars?: {
                    [key: string]: unknown;
                };
                consumerIdentity?: {
                    identity: string;
                    name?: string;
                };
                remoteAgentIdentity?: {
                    identity: string;
                    name?: string;
                };
                room: string;
                turnTaking?: {
                    /** @enum {unknown} */
                    patience: "quick" | "normal" | "patient";
                    /** @description Silence after which a turn that sounds finished is answered, in milliseconds. */
                    minSilenceMs: number;
                    /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. */
                    maxSilenceMs: number;
                };
                /** @description Whether the avatar is seen, or heard only. */
                video?: boolean;
                transcript: {
                    entries: components["schemas"]["TranscriptEntry"][];
                    /** @description The same entries as older typed clients read them. */
                    transcription: {
                        text: string;
                        /**
                         * Format: date-time
                         * @description When it was said.
                         */
                        received_at: string;
                        /** @description Who said it: the identity of a participant. */
                        identity: string;
                    }[];
                };
                /** @description In a list: more was recorded than the first 200 entries shown; get it by its id for all. */
                isTruncated?: boolean;
            };
            /** @description The consumer joins the room with it. */
            consumerAccessToken?: string;
            /** @description The caller’s own agent joins the room with it. */
            remoteAgentAccessToken?: string;
        };
        /** PassAvatar */
        PassAvatar: {
            /**
             * @description Identifier of the avatar.
             * @example avt_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description A built-in face, or the name of a custom one; the identity under which the avatar joins the room. */
            identity: string;
            name: string;
            /** @description Who it is. Empty where there is none. */
            description: string;
            /** Format: uri */
            thumbnailUrl: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
        };
        /** PassSession */
        PassSession: {
            /**
             * @description Identifier of the session; the same as its conversation’s.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            name: string;
            host: {
                serverUrl: string;
            };
            avatarId?: string;
            client?: string;
            /** @description Seconds from the consumer’s join to the end. */
            maxDuration: number;
            consumerIdentity?: {
                identity: string;
                name?: string;
            };
            room: string;
            /** @enum {unknown} */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why it ended; present on every ended conversation.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer (or, self-hosted, the remote agent) joined the room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description When it will end at the latest.
             */
            endsAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description The engine that answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description The identity under which the avatar joins the room; in your own room that of its token. */
            avatarIdentity?: string;
            avatar?: components["schemas"]["PassAvatar"];
            transcript: {
                entries: components["schemas"]["TranscriptEntry"][];
                /** @description The same entries as older typed clients read them. */
                transcription: {
                    text: string;
                    /**
                     * Format: date-time
                     * @description When it was said.
                     */
                    received_at: string;
                    /** @description Who said it: the identity of a participant. */
                    identity: string;
                }[];
            };
        };
        /** KnowledgeBase */
        KnowledgeBase: {
            /**
             * @description Identifier of the knowledge base.
             * @example kb_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /** @description What it holds. Empty where there is none. */
            description: string;
            documents: components["schemas"]["KnowledgeBaseDocument"][];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
        };
        /** DocumentUpload */
        DocumentUpload: {
            document: components["schemas"]["KnowledgeBaseDocument"];
            /**
             * Format: uri
             * @description Takes `PUT` with the raw bytes and `Content-Type` = the `mimeType` of the document, or `application/octet-stream`.
             */
            uploadUrl: string;
            /**
             * Format: date-time
             * @description When the upload URL expires.
             */
            expireAt: string;
        };
        /** HealthResponse */
        HealthResponse: {
            /**
             * @description `ok`; `failing` while a required part does not answer (`GET /readyz` names it); `stopping` during shutdown.
             * @example ok
             */
            status: string;
            /**
             * @description The version of the service.
             * @example 3.0.0
             */
            version: string;
        };
        /**
         * Member
         * @description Somebody who signs in to the console.
         */
        Member: {
            /**
             * @description Identifier of the member.
             * @example mbr_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /**
             * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description When they signed in last.
             */
            lastSignedInAt?: string;
            /**
             * Format: date-time
             * @description When they joined.
             */
            createdAt: string;
            /** @description Whether this very call was made by them. */
            current: boolean;
        };
        /**
         * SignedIn
         * @description Who is signed in, and where.
         */
        SignedIn: {
            member: components["schemas"]["Member"];
            organizationName: string;
        };
        /**
         * SignInState
         * @description How people can sign in here, and who is signed in.
         */
        SignInState: {
            /** @description Whether members can sign in with a passkey at this address: it needs a name, and `https` or `localhost`. */
            passkeys: boolean;
            /** @description Whether people may use an API key in pages of the service; programs always may. */
            apiKeys: boolean;
            /** @description Name of the OpenID Connect provider with which members can sign in; absent without one. */
            openIdProvider?: string;
            signedIn?: components["schemas"]["SignedIn"];
        };
        /**
         * PasskeyRequest
         * @description What a browser asks a passkey for: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.
         */
        PasskeyRequest: {
            /** @description To be signed within five minutes, once. */
            challenge: string;
            /** @description The name of the service. */
            rpId: string;
            /** @description Milliseconds. */
            timeout: number;
            /** @enum {string} */
            userVerification: "required";
        };
        /**
         * PasskeyCreation
         * @description What a browser makes a passkey from: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication.
         */
        PasskeyCreation: {
            /** @description To be answered within five minutes, once. */
            challenge: string;
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            pubKeyCredParams: {
                /** @enum {string} */
                type: "public-key";
                alg: number;
            }[];
            /** @description Milliseconds. */
            timeout: number;
            /** @enum {string} */
            attestation: "none";
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "required";
                requireResidentKey: boolean;
                /** @enum {string} */
                userVerification: "required";
            };
        };
        /** OpenedInvitation */
        OpenedInvitation: {
            name: string;
            /**
             * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            organizationName: string;
            creation: components["schemas"]["PasskeyCreation"];
        };
        /** OpenIdRequest */
        OpenIdRequest: {
            /** @description Where the browser goes to sign in, within ten minutes. */
            url: string;
        };
        /** ClientToken */
        ClientToken: {
            /** @description A signed token for `Authorization: Bearer` on `/v1/session-passes`. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires.
             */
            expiresAt: string;
        };
        /** Passage */
        Passage: {
            documentId: string;
            documentName: string;
            /** @description In the document, from 0. */
            place: number;
            /** @description The headings above it. */
            headings?: string;
            /** @description The extracted text. */
            text: string;
        };
        /** RankedPassage */
        RankedPassage: {
            documentId: string;
            documentName: string;
            /** @description In the document, from 0. */
            place: number;
            /** @description The headings above it. */
            headings?: string;
            /** @description The extracted text. */
            text: string;
            /** @description Relevance, higher is better; comparable within one answer only. */
            score: number;
            /** @description The share of the question’s weighted words that the passage contains: 0 to 1. */
            coverage: number;
            /** @description Cosine similarity to the question’s embedding, if the service has embeddings. */
            similarity?: number;
        };
        /** FoundPassages */
        FoundPassages: {
            passages: components["schemas"]["RankedPassage"][];
            /** @description Why words alone counted, where what embeds questions did not work. */
            problem?: string;
        };
        /** KnowledgeBaseEmbeddings */
        KnowledgeBaseEmbeddings: {
            /**
             * @description Who embeds passages and questions: the service that the operator has set, the organization’s model server, a model of this machine, or nobody, so that words alone find passages.
             * @enum {unknown}
             */
            by: "operator" | "organization" | "local_model" | "nobody";
            /** @description The model that does. */
            model?: string;
            /** @description Of `organization`: its model server. */
            modelServerId?: string;
            /** @description Of `local_model`: the languages that it knows (ISO 639-1), if these are few; texts in others are found by words. Absent for a model of many languages. */
            languages?: string[];
            /** @description How many passages there are. */
            passages: number;
            /** @description How many of them that model has embedded; the others are found by words alone. */
            embedded: number;
            /** @description Of `organization`: why its server did not embed the others when it was last asked. */
            problem?: string;
        };
        /**
         * Website
         * @description A website, or a part of one, whose pages are documents of a knowledge base.
         */
        Website: {
            /**
             * @description Identifier of the website.
             * @example site_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            client?: string;
            /** @description Whose documents its pages are. */
            knowledgeBaseId: string;
            url: string;
            depth: number;
            maxPages: number;
            refreshHours?: number;
            /** @enum {unknown} */
            status: "reading" | "read" | "failed";
            /** @description Why it is `failed`, or what was not read of it. */
            statusReason?: string;
            /** @description How many of its pages were found so far, or at the last reading. */
            pages: number;
            /**
             * Format: date-time
             * @description When the last reading ended since its fields were changed.
             */
            readAt?: string;
            /**
             * Format: date-time
             * @description When it is read again.
             */
            nextReadAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** Voice */
        Voice: {
            /**
             * @description Identifier of the voice.
             * @example voc_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @enum {unknown} */
            identity: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
            /** @description Tone, rhythm and similar guidance. */
            instructions?: string;
        };
        /**
         * VoiceSample
         * @description A sentence in the voice that a conversation would have now.
         */
        VoiceSample: {
            /**
             * @description The provider of the agent that would speak.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description Its voice, one that the provider has.
             * @enum {unknown}
             */
            voice: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
            /** @description What is said. */
            text: string;
            /**
             * @description What kind of sound it is.
             * @example audio/wav
             */
            mimeType: string;
            /** @description The sound, in Base64. */
            audio: string;
            /** @description Why it is this voice and not one of the provider. */
            notice: string;
        };
        /** VoiceSpeakers */
        VoiceSpeakers: {
            providers: {
                /** @enum {unknown} */
                provider: "openai" | "gemini" | "elevenlabs";
                /** @description The engine that would answer now: `builtin`, `pipeline`, or the provider, whose voices can be heard only in a conversation. Absent where none would. */
                engine?: string;
            }[];
            /**
             * @description Who speaks where the engine is `pipeline` and the agent has no `ttsServerId`: a voice of this service, or the operator’s speech server.
             * @enum {unknown}
             */
            pipelineVoice: "service" | "speech_server";
        };
        /** Brain */
        Brain: {
            /**
             * @description Identifier of the brain.
             * @example brn_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            instructions: string;
            /** @description What it says first. Empty where there is none. */
            greetingMessage: string;
            model?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
        };
        /** Face */
        Face: {
            /**
             * @description Identifier of the face.
             * @example face_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description A built-in face, or the name of a custom one. */
            identity: string;
            /** @description Whether it is one of the built-in faces; a custom one has a picture. */
            builtIn: boolean;
            organizationId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
            description?: string;
            /**
             * Format: uri
             * @description A small picture that a browser can load.
             */
            thumbnailUrl: string;
            /**
             * Format: uri
             * @description The picture that the face is drawn from.
             */
            referenceImgUrl: string;
            /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
            rig?: {
                [key: string]: number[];
            };
        };
        /**
         * FacePreview
         * @description How a picture would look as a face, before it is one.
         */
        FacePreview: {
            /** @description The points that the face is moved by, in picture coordinates, 0..1 from the top left: those that were given, else those that were found. Empty where no face was found. */
            rig: {
                [key: string]: number[];
            };
            /** @description The faces that were found, the largest first; it is shown where the rig chooses no other. */
            faces: {
                left: number;
                top: number;
                width: number;
                height: number;
                /** @description Both eyes. As the `rig` of the picture they choose this face. */
                eyes: {
                    [key: string]: number[];
                };
                /** @description Whether it is the one that is shown. */
                isShown: boolean;
                /**
                 * @description Why it cannot be moved: it has too few pixels, the border cuts it off, or it is turned away or covered.
                 * @enum {unknown}
                 */
                problem?: "small" | "cut" | "turned";
            }[];
            /** @description Why the face cannot move its lips. */
            notice?: string;
            /** @description The face as it says the text. */
            clip?: {
                /** @description What is said. */
                text: string;
                /**
                 * @description What kind of sound it is.
                 * @example audio/wav
                 */
                mimeType: string;
                /** @description The sound, in Base64. */
                audio: string;
                /**
                 * @description What kind of picture it is.
                 * @example image/jpeg
                 */
                pictureType: string;
                /** @description One picture, in Base64, with all pictures of the clip in rows, from the top left. */
                pictures: string;
                /** @description Pictures in a row. */
                columns: number;
                /** @description How many pictures there are. */
                count: number;
                /** @description Width and height of each in pixels. */
                side: number;
                /** @description Pictures a second; the first belongs to the begin of the sound. */
                rate: number;
            };
        };
        /**
         * Character
         * @description A face, a voice and a brain, and a knowledge base where there is one.
         */
        Character: {
            /**
             * @description Identifier of the character.
             * @example char_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            description?: string;
            /** @description The identity under which the avatar joins the room. */
            livekitIdentity: string;
            /** @enum {unknown} */
            provider: "openai" | "gemini" | "elevenlabs";
            faceId: string;
            face: components["schemas"]["Face"];
            voiceId?: string;
            voice?: components["schemas"]["Voice"];
            brainId?: string;
            brain?: components["schemas"]["Brain"];
            knowledgeBaseId?: string;
            knowledgeBase?: components["schemas"]["KnowledgeBase"];
            elevenlabsAgentId?: string;
            search: boolean;
            memory: boolean;
            /** @description Tools that its model may call. */
            tools: {
                id: string;
            }[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            client?: string;
        };
        /** TimelineEntry */
        TimelineEntry: {
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            recordedAt: string;
            author: string;
            /** @description Plain text, or JSON for measured entries such as `turn`. */
            content: string;
            /** @description The fields of `content` where the entry is `turn`, `interruption`, `tool_call`, `tool_result`; those that it has. */
            data?: {
                /** @description Which turn of the conversation it is, from 1. */
                turn?: number;
                /** @description What answered: an engine, or `remote`. */
                engine?: string;
                /** @description The model that answered. */
                model?: string;
                /** @enum {unknown} */
                input?: "text" | "speech";
                /**
                 * Format: date-time
                 * @description When the user ended.
                 */
                userEndedAt?: string;
                /** @description From there to the first audible sample of the answer: `engineMs` and `playoutMs`. */
                latencyMs?: number;
                /** @description To the first audio of what answers. */
                engineMs?: number;
                /** @description From there to the first audible sample. */
                playoutMs?: number;
                /** @description Who or what interrupted: `voice`, `engine`, `client`, `agent`, … */
                by?: string;
                /** @description Why speech counted as begun, or as over. */
                because?: string;
                /** @description How much of the answer was heard. */
                heardMs?: number;
                /** @description Its words that were heard. */
                heardText?: string;
                /** @description The tool’s name. */
                name?: string;
                /** @description The arguments of its call, or its result. */
                content?: string;
            };
        };
        /** Conversation */
        Conversation: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            name: string;
            /** @enum {unknown} */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why it ended; present on every ended conversation.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Why it ended, as text. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer (or, self-hosted, the remote agent) joined the room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description When it will end at the latest.
             */
            endsAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description The engine that answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description The identity under which the avatar joins the room; in your own room that of its token. */
            avatarIdentity?: string;
            /** @description Whether its seconds are charged. */
            charge: boolean;
            /** @description Price of a second in the organization’s currency unit. */
            chargeBySecond: number;
            /** @description Seconds from the consumer’s join to the end. */
            maxSeconds: number;
            /** @description The character or the avatar. */
            characterId?: string;
            character?: components["schemas"]["Character"];
            /** @description The agent of the avatar. */
            agentId?: string;
            organizationId: string;
            client?: string;
            room: string;
            serverUrl: string;
            remoteAgentName?: string;
            remoteAgentIdentity?: string;
            consumerName?: string;
            consumerIdentity?: string;
            /** @description The embed that it was started from. */
            embedId?: string;
            /**
             * @description What its user says of it.
             * @enum {unknown}
             */
            rating?: "up" | "down";
            /** @description A word of the user about it. */
            ratingComment?: string;
            promptCtx?: string;
            /** @description Values for `{{name}}` in instructions and greetings. */
            promptTemplateVars?: {
                [key: string]: unknown;
            };
            turnTaking?: {
                /** @enum {unknown} */
                patience: "quick" | "normal" | "patient";
                /** @description Silence after which a turn that sounds finished is answered, in milliseconds. */
                minSilenceMs: number;
                /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar is seen, or heard only. */
            video: boolean;
            transcript: components["schemas"]["TranscriptEntry"][];
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description In a list: more was recorded than the first 200 entries shown; get it by its id for all. */
            isTruncated?: boolean;
        };
        /** StartedConversation */
        StartedConversation: {
            conversation: components["schemas"]["Conversation"];
            /** @description The consumer joins the room with it. */
            consumerAccessToken?: string;
            /** @description The caller’s own agent joins the room with it. */
            remoteAgentAccessToken?: string;
        };
        /**
         * ConversationErasureReceipt
         * @description What was erased with a conversation. The service does not keep it.
         */
        ConversationErasureReceipt: {
            /**
             * @description Identifier of the erasure.
             * @example ers_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description The conversation that was erased. */
            conversationId: string;
            /**
             * Format: date-time
             * @description When it was erased.
             */
            erasedAt: string;
            /** @description Entries of their transcripts. */
            transcriptEntries: number;
            /** @description Entries of their timelines. */
            timelineEntries: number;
            /** @description Deliveries of webhooks about them, including pending ones. */
            webhookDeliveries: number;
            /** @description Memories that its user last stated in this conversation. */
            memories: number;
        };
        /** ConversationLatency */
        ConversationLatency: {
            conversationId: string;
            /**
             * @description The engine that answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description How many have been measured. */
            turns: number;
            /** @description From the end of what the user said to the first audible sample of the answer. Milliseconds; absent before the first turn. */
            latencyMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
            /** @description The part up to the engine’s first audio. Milliseconds; absent before the first turn. */
            engineMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
            /** @description The part from the engine’s first audio to the first audible sample. Milliseconds; absent before the first turn. */
            playoutMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
        };
        /** RatedConversation */
        RatedConversation: {
            conversationId: string;
            /** @enum {unknown} */
            rating: "up" | "down";
            comment?: string;
        };
        /** AccessTokens */
        AccessTokens: {
            /** @description The consumer joins the room with it. */
            consumerAccessToken?: string;
            /** @description The caller’s own agent joins the room with it. */
            remoteAgentAccessToken?: string;
            /**
             * Format: date-time
             * @description When the tokens expire.
             */
            expiresAt: string;
        };
        /** ToolWithSecret */
        ToolWithSecret: {
            /**
             * @description Identifier of the tool.
             * @example tool_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            client?: string;
            /** @description The name that the model calls; unique in the organization. */
            name: string;
            description: string;
            /**
             * @description JSON Schema of the arguments: an object. Keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are checked before the call.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "guests": {
             *           "type": "integer",
             *           "minimum": 1,
             *           "maximum": 12
             *         },
             *         "at": {
             *           "type": "string",
             *           "format": "date-time"
             *         }
             *       },
             *       "required": [
             *         "guests",
             *         "at"
             *       ]
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            url: string;
            /** @description Names of the headers sent with each call; their values are secret. */
            headerNames: string[];
            timeoutMs: number;
            /**
             * Format: date-time
             * @description Until when calls are signed with the secret before the last rotation as well.
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description Verifies the signatures of calls (Standard Webhooks). Shown only in this answer.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /**
         * Tool
         * @description Something that an agent can do: its model calls it, and the service sends the call to an address of yours.
         */
        Tool: {
            /**
             * @description Identifier of the tool.
             * @example tool_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            client?: string;
            /** @description The name that the model calls; unique in the organization. */
            name: string;
            description: string;
            /**
             * @description JSON Schema of the arguments: an object. Keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are checked before the call.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "guests": {
             *           "type": "integer",
             *           "minimum": 1,
             *           "maximum": 12
             *         },
             *         "at": {
             *           "type": "string",
             *           "format": "date-time"
             *         }
             *       },
             *       "required": [
             *         "guests",
             *         "at"
             *       ]
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            url: string;
            /** @description Names of the headers sent with each call; their values are secret. */
            headerNames: string[];
            timeoutMs: number;
            /**
             * Format: date-time
             * @description Until when calls are signed with the secret before the last rotation as well.
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /**
         * ModelServer
         * @description A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases.
         */
        ModelServer: {
            /**
             * @description Identifier of the server.
             * @example msrv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            client?: string;
            name: string;
            /** @enum {unknown} */
            use: "llm" | "tts" | "stt" | "embeddings";
            url: string;
            model: string;
            /** @description Whether a key is kept; it is never shown. */
            hasApiKey: boolean;
            voice?: string;
            /** @enum {unknown} */
            format?: "pcm" | "wav";
            reasoningEffort?: string;
            /** @description Of `embeddings`: true where the operator of the service has set what embeds; that is used, and not this one. */
            operatorHasChosen?: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** ModelServerTrial */
        ModelServerTrial: {
            ok: boolean;
            /** @description Milliseconds until the first word or sound came, or the whole text or vector. */
            firstMs?: number;
            /** @description What it answered, or understood. */
            said?: string;
            /** @description Of `embeddings`: how many numbers a vector has. */
            dimensions?: number;
            /** @description Why it failed. */
            problem?: string;
        };
        /** ServerVoices */
        ServerVoices: {
            /** @description Empty where the server has no list. */
            voices: {
                /** @description The server’s own name, as its `voice` may be set. */
                name: string;
                /** @description ISO 639-1, where it is known. */
                language?: string;
                /**
                 * @description Where it is known.
                 * @enum {unknown}
                 */
                kind?: "woman" | "man";
            }[];
        };
        /** ServerVoiceSample */
        ServerVoiceSample: {
            /** @description What is said. */
            text: string;
            /**
             * @description What kind of sound it is.
             * @example audio/wav
             */
            mimeType: string;
            /** @description The sound, in Base64. */
            audio: string;
            /** @description Which voice speaks in place of the wanted one. */
            notice?: string;
        };
        /**
         * ProviderKey
         * @description A provider, and whose key its conversations use.
         */
        ProviderKey: {
            /**
             * @description As agents name it.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description Its name for people.
             * @example OpenAI
             */
            name: string;
            /** @description The operator has set a key. Conversations use that one, whether the organization has one or not. */
            operatorHasKey: boolean;
            /** @description Whether the organization has a key; it is never shown. */
            hasKey: boolean;
            /** @description The last four characters of the organization’s key, where it is long. */
            ending?: string;
            /**
             * Format: date-time
             * @description When the organization’s key was set.
             */
            setAt?: string;
        };
        /** ProviderKeys */
        ProviderKeys: {
            providerKeys: components["schemas"]["ProviderKey"][];
        };
        /** ProviderKeyTrial */
        ProviderKeyTrial: {
            /** @description Whether the provider takes the key. */
            ok: boolean;
            /** @description Milliseconds until that was known. */
            tookMs: number;
            /** @description What is wrong. */
            problem?: string;
        };
        /**
         * Look
         * @description What the widget looks like.
         */
        Look: {
            /** @description On the button and above the avatar; its name where absent. */
            title?: string;
            /** @description Of buttons, such as `#146c5f`. */
            accentColor?: string;
            /**
             * @description `auto` follows the visitor’s system.
             * @enum {unknown}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description The corner of the page; `right` where absent.
             * @enum {unknown}
             */
            side?: "left" | "right";
            /** @description Of the widget’s own texts (BCP 47); the page’s or the visitor’s where absent. */
            language?: string;
        };
        /**
         * Embed
         * @description An avatar that web pages may show without a backend.
         */
        Embed: {
            /**
             * @description Identifier of the embed; no secret.
             * @example emb_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            client?: string;
            /** @description For people, and the name of its conversations. */
            name: string;
            /** @description The character or the avatar. */
            characterId: string;
            knowledgeBaseId?: string;
            greeting?: string;
            /** @description Origins of pages that may show it, such as `https://shop.example`. The service’s own pages always may. */
            allowedOrigins: string[];
            /** @description Longest conversation. */
            maxSeconds: number;
            /** @description Maximum number of conversations at the same time. */
            concurrentConversations: number;
            /** @description Seconds of all its conversations per day (UTC). */
            secondsPerDay: number;
            /** @description With `false` the avatar is heard only, whatever its agent has. */
            video: boolean;
            enabled: boolean;
            look: components["schemas"]["Look"];
            /** @description As of this answer. */
            use: {
                /** @description Conversations that run. */
                running: number;
                /** @description Seconds used today; a running conversation counts with its maximum, any other as 10 at least. */
                secondsToday: number;
            };
            /** @description The HTML to put into a page. */
            snippet: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /**
         * Memory
         * @description Something that a consumer said to an avatar whose agent has a memory. Only conversations of the same consumer with the same avatar and client recall it.
         */
        Memory: {
            /**
             * @description Identifier of the memory.
             * @example mem_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @description Client of the conversation. */
            client?: string;
            /** @description Identity of the consumer. */
            user: string;
            /** @description The avatar or the character it was said to. */
            avatarId: string;
            /**
             * @description In the consumer’s own words.
             * @example I am allergic to nuts.
             */
            content: string;
            /** @description The conversation in which it was last said. */
            conversationId: string;
            /**
             * Format: date-time
             * @description When it was first said.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last said.
             */
            updatedAt: string;
        };
        /** ErasedMemories */
        ErasedMemories: {
            /** @description How many memories were erased. */
            erased: number;
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @description It gets the events of this client only. */
            client?: string;
            url: string;
            description?: string;
            eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
            enabled: boolean;
            /** @description Why the service has disabled it. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Until when deliveries are signed with the secret before the last rotation as well.
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description Verifies the signatures (Standard Webhooks). Shown only in this answer.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /**
         * Webhook
         * @description An address that events are sent to.
         */
        Webhook: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            /** @description It gets the events of this client only. */
            client?: string;
            url: string;
            description?: string;
            eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
            enabled: boolean;
            /** @description Why the service has disabled it. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Until when deliveries are signed with the secret before the last rotation as well.
             */
            previousSecretExpiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /** DeliveryAttempt */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it was begun.
             */
            at: string;
            durationMs: number;
            /** @description HTTP status of the answer, where there was one. */
            status?: number;
            /** @description Why it does not count as delivered. */
            error?: string;
        };
        /**
         * Delivery
         * @description The delivery of an event to a webhook. The newest 200 finished ones are kept.
         */
        Delivery: {
            /**
             * @description Identifier of the delivery.
             * @example dlv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            webhookId: string;
            /** @description The `webhook-id` of the message; the same for every delivery of one event, replays included. */
            eventId: string;
            /** @enum {unknown} */
            eventType: "conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold";
            /**
             * @description `dropped`: there was nothing to send, for instance an empty transcript.
             * @enum {unknown}
             */
            status: "pending" | "succeeded" | "failed" | "dropped";
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is made.
             */
            nextAttemptAt?: string;
            /** @description The body as it is sent and signed; absent where it is longer than 64 KiB, and until it is made. */
            payload?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /**
         * ErasureReceipt
         * @description What was erased of a user. The service does not keep it: it names the user.
         */
        ErasureReceipt: {
            /**
             * @description Identifier of the erasure; the audit log names it in place of the user.
             * @example ers_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Identity of the consumer. */
            user: string;
            /** @description Only with this client, where one was given. */
            client?: string;
            /**
             * Format: date-time
             * @description Conversations that started until then are erased.
             */
            erasedAt: string;
            /** @description Conversations and their persona snapshots. */
            conversations: number;
            /** @description Of these, those that were running; they were stopped first, with the reason `stopped`. */
            stoppedConversations: number;
            /** @description Entries of their transcripts. */
            transcriptEntries: number;
            /** @description Entries of their timelines. */
            timelineEntries: number;
            /** @description Deliveries of webhooks about them, including pending ones. */
            webhookDeliveries: number;
            /** @description Memories of the user. */
            memories: number;
            /** @description Conversations whose seconds and charge stay in the usage totals, without a user. */
            anonymisedUsage: number;
        };
        /** UserUsage */
        UserUsage: {
            /**
             * Format: date-time
             * @description Start of the billing cycle.
             */
            cycleStart: string;
            /**
             * Format: date-time
             * @description Start of the next one.
             */
            cycleEnd: string;
            skip: number;
            take: number;
            total: number;
            users: {
                /** @description The consumer’s identity. */
                user?: string;
                client?: string;
                /** @description All visitors of this embed together; `user` is absent then. */
                embedId?: string;
                conversations: number;
                seconds: number;
                /** @description In the organization’s currency unit. */
                charge: number;
            }[];
        };
        /** UsageByPart */
        UsageByPart: {
            /**
             * Format: date-time
             * @description Start of the billing cycle.
             */
            cycleStart: string;
            /**
             * Format: date-time
             * @description Start of the next one.
             */
            cycleEnd: string;
            /** @description At most 100: days in order, others by seconds. */
            parts: {
                /** @description A day (UTC), or the id of the character or avatar, agent or embed; absent for conversations without one, and for erased ones, of which only day and embed are kept. */
                key?: string;
                conversations: number;
                seconds: number;
                /** @description In the organization’s currency unit. */
                charge: number;
            }[];
        };
        /** Concurrency */
        Concurrency: {
            limit: number;
            active: number;
            canStart: boolean;
        };
        /** OwnOrganization */
        OwnOrganization: {
            /**
             * @description Identifier of the organization.
             * @example org_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            name: string;
        };
        /** DefaultProvider */
        DefaultProvider: {
            /** @enum {unknown} */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description The engine that answers now; absent where the service has none.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about 15 seconds.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it ceases to be accepted.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The key itself, shown only in this answer. */
            key: string;
        };
        /** ApiKey */
        ApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about 15 seconds.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it ceases to be accepted.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether this very call was made with it. */
            current: boolean;
        };
        /**
         * MemberSession
         * @description A browser in which a member is signed in.
         */
        MemberSession: {
            /**
             * @description Identifier of the session.
             * @example ses_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description As the browser says what it is. */
            device: string;
            /**
             * Format: date-time
             * @description When they signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was used last, accurate to about a minute.
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When it ends at the latest.
             */
            expiresAt: string;
            /** @description Whether this very call was made in it. */
            current: boolean;
        };
        /** MemberSessions */
        MemberSessions: {
            sessions: components["schemas"]["MemberSession"][];
        };
        /** CreatedInvitation */
        CreatedInvitation: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /**
             * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description Until when its link can be used.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The link, shown only in this answer. It works once. */
            link: string;
        };
        /**
         * Invitation
         * @description A link with which somebody becomes a member.
         */
        Invitation: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            organizationId: string;
            name: string;
            /**
             * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description Until when its link can be used.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        /** EmbedLook */
        EmbedLook: {
            id: string;
            /** @description Of the character or the avatar. */
            name: string;
            thumbnailUrl: string;
            /** @description On the button and above the avatar; its name where absent. */
            title?: string;
            /** @description Of buttons, such as `#146c5f`. */
            accentColor?: string;
            /**
             * @description `auto` follows the visitor’s system.
             * @enum {unknown}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description The corner of the page; `right` where absent.
             * @enum {unknown}
             */
            side?: "left" | "right";
            /** @description Of the widget’s own texts (BCP 47); the page’s or the visitor’s where absent. */
            language?: string;
        };
        /** StartedEmbedConversation */
        StartedEmbedConversation: {
            conversation: {
                id: string;
                serverUrl: string;
                /**
                 * @description The engine that answers.
                 * @enum {string}
                 */
                engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
                /** @description Maximum duration; no longer than what is left of the day’s seconds. */
                maxSeconds: number;
                /**
                 * Format: date-time
                 * @description When it will end at the latest.
                 */
                endsAt: string;
            };
            /** @description The consumer joins the room with it. */
            consumerAccessToken?: string;
            /** @description A client token that reads and stops this conversation, and starts nothing. */
            token: string;
            /**
             * Format: date-time
             * @description When `token` expires.
             */
            expiresAt: string;
        };
        /** Organization */
        Organization: {
            /**
             * @description Identifier of the organization.
             * @example org_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            name: string;
            /** @enum {unknown} */
            plan: "free" | "paid";
            limits: {
                /** @description A conversation’s duration must be below this. */
                maxSessionSeconds: number;
                /** @description Conversations that may run at the same time. */
                concurrentSessions: number;
                /** @description Size of a document at most. */
                documentBytes: number;
                /** @description Bytes of all documents and pictures together at most. */
                storedBytes: number;
                /** @description Seconds of conversation in a billing cycle; unlimited where absent. */
                monthlySeconds?: number;
            };
            chargeBySecond: number;
            /** @description Day of the month, 1..28, on which a billing cycle begins. */
            anchorDay: number;
            /** @description Origins that browsers may call from with a client token; any where empty. */
            allowedOrigins: string[];
            /** @description Days that conversations are kept after their end, with all that was said in them, and memories after they were said; 0: until they are deleted. */
            retentionDays: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        /**
         * AuditEntry
         * @description A change made with the admin token, or a deletion with an API key or by a member.
         */
        AuditEntry: {
            /**
             * @description Identifier of the entry.
             * @example aud_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description The organization. */
            organizationId?: string;
            /**
             * @description Which kind of credential was used; never its secret.
             * @enum {unknown}
             */
            actor: "admin_token" | "api_key" | "member";
            /** @description The API key that was used. */
            apiKeyId?: string;
            /** @description The member who did it. */
            memberId?: string;
            /** @description Their name at that time. */
            memberName?: string;
            /**
             * @description Id of the operation, as this document calls it.
             * @example updateOrganization
             */
            action: string;
            /** @description The resource that was changed; the receipt if a user was erased. */
            objectId?: string;
            /** @description The new values, for organizations and keys; `default` if a setting was reset to that of the service. */
            details?: {
                [key: string]: unknown;
            };
            /** @description `X-Request-Id` of the request. */
            requestId: string;
            /** @description Where the request came from. */
            address: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            createdAt: string;
        };
        /**
         * LocalModel
         * @description A model that runs on the machine of the service.
         */
        LocalModel: {
            /** @example whisper-tiny */
            name: string;
            /**
             * @description What it is for: `runtime` runs the others; `turns` tells speech from other sound, and whether a sentence is over; `embeddings` finds passages by meaning.
             * @enum {unknown}
             */
            purpose: "runtime" | "turns" | "speech-recognition" | "voice" | "language-model" | "embeddings";
            /** @example Whisper tiny: quick, 99 languages */
            title: string;
            /**
             * @description What is downloaded.
             * @example 43340104
             */
            bytes: number;
            license: {
                /** @example MIT */
                name: string;
                url: string;
            };
            /** @description ISO 639-1; `*` for many; empty where it has nothing to do with language. */
            languages: string[];
            /** @description Models that come with it. */
            needs: string[];
            /**
             * @description `partial`: a download was broken off, and goes on when it is asked for again. `damaged`: `problem` says how.
             * @enum {unknown}
             */
            state: "absent" | "partial" | "installed" | "damaged";
            /** @description Of a model that is `partial`: how much is here. */
            receivedBytes?: number;
            /** @description What is wrong with its files. */
            problem?: string;
            /** @description Why this machine cannot run it. */
            unavailable?: string;
        };
        /**
         * ModelDownload
         * @description A download of models; the service makes one at a time.
         */
        ModelDownload: {
            /** @description What is downloaded, in this order. */
            names: string[];
            /** @enum {unknown} */
            state: "running" | "done" | "failed" | "stopped";
            /** @description The model that comes now, or came last. */
            model?: string;
            /** @description Of all models together, what is here. */
            bytes: number;
            totalBytes: number;
            /** @description Why it failed, and what to do about it. */
            problem?: string;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it was done, failed or was stopped.
             */
            endedAt?: string;
        };
        /** LocalModels */
        LocalModels: {
            models: components["schemas"]["LocalModel"][];
            download?: components["schemas"]["ModelDownload"];
            /** @description What most people want, for avatars that hear and speak by themselves; absent where this machine cannot run it. */
            suggested?: {
                names: string[];
                /** @description 0 where all of them are here. */
                missingBytes: number;
            };
            /** @description The same at a terminal. */
            command: string;
            /** @description Where they are kept on the machine of the service. */
            folder: string;
        };
        /**
         * EventConversation
         * @description A conversation without its records.
         */
        EventConversation: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            name: string;
            /** @enum {unknown} */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why it ended; present on every ended conversation.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Why it ended, as text. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer (or, self-hosted, the remote agent) joined the room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description When it will end at the latest.
             */
            endsAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /**
             * @description The engine that answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description The identity under which the avatar joins the room; in your own room that of its token. */
            avatarIdentity?: string;
            /** @description Whether its seconds are charged. */
            charge: boolean;
            /** @description Price of a second in the organization’s currency unit. */
            chargeBySecond: number;
            /** @description Seconds from the consumer’s join to the end. */
            maxSeconds: number;
            /** @description The character or the avatar. */
            characterId?: string;
            /** @description The agent of the avatar. */
            agentId?: string;
            organizationId: string;
            client?: string;
            room: string;
            serverUrl: string;
            remoteAgentName?: string;
            remoteAgentIdentity?: string;
            consumerName?: string;
            consumerIdentity?: string;
            /** @description The embed that it was started from. */
            embedId?: string;
            /**
             * @description What its user says of it.
             * @enum {unknown}
             */
            rating?: "up" | "down";
            /** @description A word of the user about it. */
            ratingComment?: string;
            promptCtx?: string;
            /** @description Values for `{{name}}` in instructions and greetings. */
            promptTemplateVars?: {
                [key: string]: unknown;
            };
            turnTaking?: {
                /** @enum {unknown} */
                patience: "quick" | "normal" | "patient";
                /** @description Silence after which a turn that sounds finished is answered, in milliseconds. */
                minSilenceMs: number;
                /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar is seen, or heard only. */
            video: boolean;
            /** @description In a list: more was recorded than the first 200 entries shown; get it by its id for all. */
            isTruncated?: boolean;
        };
        /** ConversationMessage */
        ConversationMessage: {
            /** @enum {unknown} */
            type: "conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Present if the event is an example. */
            test?: boolean;
            data: components["schemas"]["EventConversation"];
        };
        /** EventTranscript */
        EventTranscript: {
            conversationId: string;
            client?: string;
            entries: components["schemas"]["TranscriptEntry"][];
        };
        /** TranscriptMessage */
        TranscriptMessage: {
            /** @enum {unknown} */
            type: "transcript.completed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Present if the event is an example. */
            test?: boolean;
            data: components["schemas"]["EventTranscript"];
        };
        /** DocumentMessage */
        DocumentMessage: {
            /** @enum {unknown} */
            type: "document.indexed" | "document.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Present if the event is an example. */
            test?: boolean;
            data: components["schemas"]["KnowledgeBaseDocument"];
        };
        /** EventUsage */
        EventUsage: {
            /** @description Which threshold was reached: 80 or 100. */
            percent: number;
            /** @description Seconds used in the billing cycle. */
            seconds: number;
            /** @description Seconds that the organization may use in it. */
            monthlySeconds: number;
            /**
             * Format: date-time
             * @description When the billing cycle began.
             */
            cycleStart: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            cycleEnd: string;
        };
        /** UsageMessage */
        UsageMessage: {
            /** @enum {unknown} */
            type: "usage.threshold";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Present if the event is an example. */
            test?: boolean;
            data: components["schemas"]["EventUsage"];
        };
        /** ToolCall */
        ToolCall: {
            /** @description The `webhook-id` of the message; different for every call. */
            callId: string;
            toolId: string;
            /** @description Its name. */
            tool: string;
            /** @description They fit the `parameters` of the tool. */
            arguments: {
                [key: string]: unknown;
            };
            conversationId: string;
            /** @description Identity of the consumer. */
            user?: string;
            /** @description Client of the conversation. */
            client?: string;
            /** @description ISO 639-1 code of the language that the consumer speaks; absent while it is not known. */
            language?: string;
            /** @description The character or the avatar. */
            characterId?: string;
        };
        /** ToolCallMessage */
        ToolCallMessage: {
            /** @constant */
            type: "tool.call";
            /**
             * Format: date-time
             * @description When the model called.
             */
            timestamp: string;
            data: components["schemas"]["ToolCall"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Agent = components['schemas']['Agent'];
export type Avatar = components['schemas']['Avatar'];
export type KnowledgeBaseDocument = components['schemas']['KnowledgeBaseDocument'];
export type TranscriptEntry = components['schemas']['TranscriptEntry'];
export type Session = components['schemas']['Session'];
export type StartedSession = components['schemas']['StartedSession'];
export type Problem = components['schemas']['Problem'];
export type StartedPassSession = components['schemas']['StartedPassSession'];
export type PassAvatar = components['schemas']['PassAvatar'];
export type PassSession = components['schemas']['PassSession'];
export type KnowledgeBase = components['schemas']['KnowledgeBase'];
export type DocumentUpload = components['schemas']['DocumentUpload'];
export type HealthResponse = components['schemas']['HealthResponse'];
export type Member = components['schemas']['Member'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignInState = components['schemas']['SignInState'];
export type PasskeyRequest = components['schemas']['PasskeyRequest'];
export type PasskeyCreation = components['schemas']['PasskeyCreation'];
export type OpenedInvitation = components['schemas']['OpenedInvitation'];
export type OpenIdRequest = components['schemas']['OpenIdRequest'];
export type ClientToken = components['schemas']['ClientToken'];
export type Passage = components['schemas']['Passage'];
export type RankedPassage = components['schemas']['RankedPassage'];
export type FoundPassages = components['schemas']['FoundPassages'];
export type KnowledgeBaseEmbeddings = components['schemas']['KnowledgeBaseEmbeddings'];
export type Website = components['schemas']['Website'];
export type Voice = components['schemas']['Voice'];
export type VoiceSample = components['schemas']['VoiceSample'];
export type VoiceSpeakers = components['schemas']['VoiceSpeakers'];
export type Brain = components['schemas']['Brain'];
export type Face = components['schemas']['Face'];
export type FacePreview = components['schemas']['FacePreview'];
export type Character = components['schemas']['Character'];
export type TimelineEntry = components['schemas']['TimelineEntry'];
export type Conversation = components['schemas']['Conversation'];
export type StartedConversation = components['schemas']['StartedConversation'];
export type ConversationErasureReceipt = components['schemas']['ConversationErasureReceipt'];
export type ConversationLatency = components['schemas']['ConversationLatency'];
export type RatedConversation = components['schemas']['RatedConversation'];
export type AccessTokens = components['schemas']['AccessTokens'];
export type ToolWithSecret = components['schemas']['ToolWithSecret'];
export type Tool = components['schemas']['Tool'];
export type ModelServer = components['schemas']['ModelServer'];
export type ModelServerTrial = components['schemas']['ModelServerTrial'];
export type ServerVoices = components['schemas']['ServerVoices'];
export type ServerVoiceSample = components['schemas']['ServerVoiceSample'];
export type ProviderKey = components['schemas']['ProviderKey'];
export type ProviderKeys = components['schemas']['ProviderKeys'];
export type ProviderKeyTrial = components['schemas']['ProviderKeyTrial'];
export type Look = components['schemas']['Look'];
export type Embed = components['schemas']['Embed'];
export type Memory = components['schemas']['Memory'];
export type ErasedMemories = components['schemas']['ErasedMemories'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type Webhook = components['schemas']['Webhook'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type Delivery = components['schemas']['Delivery'];
export type ErasureReceipt = components['schemas']['ErasureReceipt'];
export type UserUsage = components['schemas']['UserUsage'];
export type UsageByPart = components['schemas']['UsageByPart'];
export type Concurrency = components['schemas']['Concurrency'];
export type OwnOrganization = components['schemas']['OwnOrganization'];
export type DefaultProvider = components['schemas']['DefaultProvider'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type ApiKey = components['schemas']['ApiKey'];
export type MemberSession = components['schemas']['MemberSession'];
export type MemberSessions = components['schemas']['MemberSessions'];
export type CreatedInvitation = components['schemas']['CreatedInvitation'];
export type Invitation = components['schemas']['Invitation'];
export type EmbedLook = components['schemas']['EmbedLook'];
export type StartedEmbedConversation = components['schemas']['StartedEmbedConversation'];
export type Organization = components['schemas']['Organization'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type LocalModel = components['schemas']['LocalModel'];
export type ModelDownload = components['schemas']['ModelDownload'];
export type LocalModels = components['schemas']['LocalModels'];
export type EventConversation = components['schemas']['EventConversation'];
export type ConversationMessage = components['schemas']['ConversationMessage'];
export type EventTranscript = components['schemas']['EventTranscript'];
export type TranscriptMessage = components['schemas']['TranscriptMessage'];
export type DocumentMessage = components['schemas']['DocumentMessage'];
export type EventUsage = components['schemas']['EventUsage'];
export type UsageMessage = components['schemas']['UsageMessage'];
export type ToolCall = components['schemas']['ToolCall'];
export type ToolCallMessage = components['schemas']['ToolCallMessage'];
export type $defs = Record<string, never>;
export interface operations {
    listSessions: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Seconds; must be below the organization limit. 600 where none is given. */
                    maxDuration?: number | null;
                    /** @description Appended to the instructions under its own heading. */
                    additionalCtx?: string | null;
                    /** @description Values for `{{name}}` in instructions and greetings; a variable without a value is refused. */
                    templateVars?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description An existing avatar by its `id`, or a new one defined in place. */
                    avatar: {
                        /** @description Id of an existing avatar, or of a character. */
                        id?: string | null;
                        /** @description The name of a built-in face; with `refImage`, a name for the custom one. The avatar joins the room under it. */
                        identity?: string | null;
                        /** @description A display name; the avatar has it in the room. */
                        name?: string | null;
                        /** @description A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. It makes a custom face. */
                        refImage?: string | null;
                        /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                        rig?: {
                            [key: string]: number[];
                        } | null;
                        /** @description The agent that speaks where a session names none. */
                        agentId?: string | {
                            id: string;
                        } | null;
                        /** @description Segments resources by the caller’s own client. */
                        client?: string | {
                            id: string;
                        } | null;
                    };
                    /** @description For self-hosted real-time sessions: the room that the avatar joins. */
                    host?: {
                        /** @description WebSocket address of the caller’s own LiveKit server. */
                        serverUrl: string;
                        /** @description The join token for the avatar. */
                        accessToken: string;
                    } | null;
                    /** @description An existing agent by its `id`, or a new one (then `provider` is required). */
                    agent?: {
                        /** @description Id of an existing agent, or an object with it as `id`. */
                        id?: string | {
                            id: string;
                        } | null;
                        /** @description Who answers. */
                        provider?: ("openai" | "gemini" | "elevenlabs") | null;
                        /** @description Nobody has chosen the provider: the one that this service has when a conversation starts answers. Where that is not `provider`, it has its own voice and model. */
                        anyProvider?: boolean | null;
                        /** @description A name for people. */
                        name?: string | null;
                        /** @description Segments resources by the caller’s own client. */
                        client?: string | {
                            id: string;
                        } | null;
                        /** @description The provider’s model: gemini-2.5-flash-native-audio-preview-09-2025 with provider gemini, gpt-4o-realtime-preview or gpt-realtime with openai, none with elevenlabs (the agent there has its own). */
                        model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                        /** @description The provider’s voice: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse with provider openai, the others with gemini, none with elevenlabs (the agent there has its own). */
                        voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                        /** @description How the agent behaves. A template: `{{name}}` is replaced when a session starts. */
                        instructions?: string | null;
                        /** @description What it says first. A template as well. */
                        greetingMsg?: string | null;
                        /** @description What it says, as it stands, where no answer comes: in the language that it speaks. Where none is given, a sentence of the service in the language of the conversation. */
                        apologyMsg?: string | null;
                        /** @description The id of an agent that lives at the provider. */
                        remoteId?: string | null;
                        /** @description May search the web. */
                        search?: boolean | null;
                        /** @description May show emotions in its face. */
                        emotions?: boolean | null;
                        /** @description Remembers earlier conversations with the same consumer. */
                        memory?: boolean | null;
                        /** @description The effect of a short remark (“mm-hm”, “okay”) while the avatar speaks: with `ignore`, the default, the avatar continues; with `stop` it stops and listens, as for any other words. Remarks are recognized where a model for speech recognition is installed (`npx visavis models add speech-recognition`); elsewhere any speech stops the avatar. */
                        onBackchannel?: ("ignore" | "stop") | null;
                        /** @description When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings. */
                        turnTaking?: {
                            /** @description How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given. */
                            patience?: ("quick" | "normal" | "patient") | null;
                            /** @description Silence after which a turn that sounds finished is answered, in milliseconds. As `patience` has it where none is given. */
                            minSilenceMs?: number | null;
                            /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. As `patience` has it where none is given. */
                            maxSilenceMs?: number | null;
                        } | null;
                        /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default. */
                        video?: boolean | null;
                        /** @description The language that is spoken, as an ISO 639-1 code (`en`, `pt`). It is not detected then, and does not change. */
                        language?: string | null;
                        /** @description Id of a voice. Its guidance is used, and its sound if the agent has no `voice` of its own. With provider openai, `voice` is required as well; not available with elevenlabs. */
                        voiceId?: string | null;
                        /** @description Id of a brain, whose instructions and greeting are used if the agent has none. */
                        brainId?: string | null;
                        /** @description Id of a knowledge base that the agent may search. */
                        knowledgeBaseId?: string | null;
                        /** @description Id of a model server that thinks for the agent, in place of its provider, whose `model` is not asked then. */
                        llmServerId?: string | null;
                        /** @description Id of a model server that speaks for the agent, where the provider does not speak itself. */
                        ttsServerId?: string | null;
                        /** @description Id of a model server that transcribes what users say, where the provider does not hear itself. */
                        sttServerId?: string | null;
                        /** @description Tools that its model may call. */
                        tools?: {
                            id: string;
                        }[] | null;
                    } | null;
                    knowledgeBase?: {
                        /** @description Id of a knowledge base. */
                        id?: string | null;
                    } | null;
                    /** @description When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings. */
                    turnTaking?: {
                        /** @description How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Silence after which a turn that sounds finished is answered, in milliseconds. As `patience` has it where none is given. */
                        minSilenceMs?: number | null;
                        /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. As `patience` has it where none is given. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. As the agent has it where it is left out. */
                    video?: boolean | null;
                    /** @description The agent that forwards audio to the avatar; required for self-hosted agents. */
                    remoteAgentConnectingIdentity?: {
                        /** @description Unique in the room. */
                        identity: string;
                        /** @description A name for people. */
                        name?: string | null;
                        /** @description The worker of LiveKit Agents that is registered with the room server under this name is started in the room, for a room of the service alone. Its job has `identity` in its metadata and must be accepted under it. */
                        agentName?: string | null;
                    } | null;
                    /** @description The end user; required when the session is not self-hosted. */
                    consumerIdentity?: {
                        /** @description Unique in the room. */
                        identity: string;
                        /** @description A name for people. */
                        name?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedSession"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        agents: components["schemas"]["Agent"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who answers.
                     * @enum {unknown}
                     */
                    provider: "openai" | "gemini" | "elevenlabs";
                    /** @description Nobody has chosen the provider: the one that this service has when a conversation starts answers. Where that is not `provider`, it has its own voice and model. */
                    anyProvider?: boolean | null;
                    /** @description A name for people. */
                    name?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description The provider’s model: gemini-2.5-flash-native-audio-preview-09-2025 with provider gemini, gpt-4o-realtime-preview or gpt-realtime with openai, none with elevenlabs (the agent there has its own). */
                    model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                    /** @description The provider’s voice: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse with provider openai, the others with gemini, none with elevenlabs (the agent there has its own). */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                    /** @description How the agent behaves. A template: `{{name}}` is replaced when a session starts. */
                    instructions?: string | null;
                    /** @description What it says first. A template as well. */
                    greetingMsg?: string | null;
                    /** @description What it says, as it stands, where no answer comes: in the language that it speaks. Where none is given, a sentence of the service in the language of the conversation. */
                    apologyMsg?: string | null;
                    /** @description The id of an agent that lives at the provider. */
                    remoteId?: string | null;
                    /** @description May search the web. */
                    search?: boolean | null;
                    /** @description May show emotions in its face. */
                    emotions?: boolean | null;
                    /** @description Remembers earlier conversations with the same consumer. */
                    memory?: boolean | null;
                    /** @description The effect of a short remark (“mm-hm”, “okay”) while the avatar speaks: with `ignore`, the default, the avatar continues; with `stop` it stops and listens, as for any other words. Remarks are recognized where a model for speech recognition is installed (`npx visavis models add speech-recognition`); elsewhere any speech stops the avatar. */
                    onBackchannel?: ("ignore" | "stop") | null;
                    /** @description When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings. */
                    turnTaking?: {
                        /** @description How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Silence after which a turn that sounds finished is answered, in milliseconds. As `patience` has it where none is given. */
                        minSilenceMs?: number | null;
                        /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. As `patience` has it where none is given. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default. */
                    video?: boolean | null;
                    /** @description The language that is spoken, as an ISO 639-1 code (`en`, `pt`). It is not detected then, and does not change. */
                    language?: string | null;
                    /** @description Id of a voice. Its guidance is used, and its sound if the agent has no `voice` of its own. With provider openai, `voice` is required as well; not available with elevenlabs. */
                    voiceId?: string | null;
                    /** @description Id of a brain, whose instructions and greeting are used if the agent has none. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the agent may search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of a model server that thinks for the agent, in place of its provider, whose `model` is not asked then. */
                    llmServerId?: string | null;
                    /** @description Id of a model server that speaks for the agent, where the provider does not speak itself. */
                    ttsServerId?: string | null;
                    /** @description Id of a model server that transcribes what users say, where the provider does not hear itself. */
                    sttServerId?: string | null;
                    /** @description Tools that its model may call. */
                    tools?: {
                        id: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Who answers.
                     * @enum {unknown}
                     */
                    provider: "openai" | "gemini" | "elevenlabs";
                    /** @description Nobody has chosen the provider: the one that this service has when a conversation starts answers. Where that is not `provider`, it has its own voice and model. */
                    anyProvider?: boolean | null;
                    /** @description A name for people. */
                    name?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description The provider’s model: gemini-2.5-flash-native-audio-preview-09-2025 with provider gemini, gpt-4o-realtime-preview or gpt-realtime with openai, none with elevenlabs (the agent there has its own). */
                    model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                    /** @description The provider’s voice: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse with provider openai, the others with gemini, none with elevenlabs (the agent there has its own). */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                    /** @description How the agent behaves. A template: `{{name}}` is replaced when a session starts. */
                    instructions?: string | null;
                    /** @description What it says first. A template as well. */
                    greetingMsg?: string | null;
                    /** @description What it says, as it stands, where no answer comes: in the language that it speaks. Where none is given, a sentence of the service in the language of the conversation. */
                    apologyMsg?: string | null;
                    /** @description The id of an agent that lives at the provider. */
                    remoteId?: string | null;
                    /** @description May search the web. */
                    search?: boolean | null;
                    /** @description May show emotions in its face. */
                    emotions?: boolean | null;
                    /** @description Remembers earlier conversations with the same consumer. */
                    memory?: boolean | null;
                    /** @description The effect of a short remark (“mm-hm”, “okay”) while the avatar speaks: with `ignore`, the default, the avatar continues; with `stop` it stops and listens, as for any other words. Remarks are recognized where a model for speech recognition is installed (`npx visavis models add speech-recognition`); elsewhere any speech stops the avatar. */
                    onBackchannel?: ("ignore" | "stop") | null;
                    /** @description When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings. */
                    turnTaking?: {
                        /** @description How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Silence after which a turn that sounds finished is answered, in milliseconds. As `patience` has it where none is given. */
                        minSilenceMs?: number | null;
                        /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. As `patience` has it where none is given. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default. */
                    video?: boolean | null;
                    /** @description The language that is spoken, as an ISO 639-1 code (`en`, `pt`). It is not detected then, and does not change. */
                    language?: string | null;
                    /** @description Id of a voice. Its guidance is used, and its sound if the agent has no `voice` of its own. With provider openai, `voice` is required as well; not available with elevenlabs. */
                    voiceId?: string | null;
                    /** @description Id of a brain, whose instructions and greeting are used if the agent has none. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the agent may search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of a model server that thinks for the agent, in place of its provider, whose `model` is not asked then. */
                    llmServerId?: string | null;
                    /** @description Id of a model server that speaks for the agent, where the provider does not speak itself. */
                    ttsServerId?: string | null;
                    /** @description Id of a model server that transcribes what users say, where the provider does not hear itself. */
                    sttServerId?: string | null;
                    /** @description Tools that its model may call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAvatars: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        avatars: components["schemas"]["Avatar"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAvatar: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a built-in face; with `refImage`, a name for the custom one. The avatar joins the room under it. */
                    identity?: string | null;
                    /** @description A display name; the avatar has it in the room. */
                    name?: string | null;
                    /** @description A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. It makes a custom face. */
                    refImage?: string | null;
                    /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description The agent that speaks where a session names none. */
                    agentId?: string | {
                        id: string;
                    } | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Who it is. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Avatar"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Avatar"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a built-in face; with `refImage`, a name for the custom one. The avatar joins the room under it. */
                    identity?: string | null;
                    /** @description A display name; the avatar has it in the room. */
                    name?: string | null;
                    /** @description A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. It makes a custom face. */
                    refImage?: string | null;
                    /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description The agent that speaks where a session names none. */
                    agentId?: string | {
                        id: string;
                    } | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Who it is. */
                    description?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly thumbnailUrl?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly agent?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Avatar"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Avatar"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startSessionPass: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Seconds; must be below the organization limit. 600 where none is given. */
                    maxDuration?: number | null;
                    /** @description Appended to the instructions under its own heading. */
                    additionalCtx?: string | null;
                    /** @description Values for `{{name}}` in instructions and greetings; a variable without a value is refused. */
                    templateVars?: {
                        [key: string]: unknown;
                    } | null;
                    avatar: {
                        /** @description Id of an existing avatar. */
                        id: string;
                    };
                    agent: {
                        /** @description Id of an existing agent, or an object with it as `id`. */
                        id: string | {
                            id: string;
                        };
                    };
                    /** @description The end user; the user that the token is bound to. */
                    consumerIdentity: {
                        /** @description Unique in the room. */
                        identity: string;
                        /** @description A name for people. */
                        name?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedPassSession"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSessionPass: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassSession"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopSessionPass: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PassSession"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKnowledgeBasesV1: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        items: components["schemas"]["KnowledgeBase"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKnowledgeBaseV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKnowledgeBaseV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKnowledgeBaseV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateKnowledgeBaseV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name?: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly documents?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addDocumentV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people, such as the name of the file. */
                    name: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description One of text/plain, text/markdown, text/html, text/csv, application/json, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document. */
                    mimeType: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentUpload"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    indexDocumentV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                doc: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseDocument"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDocumentV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                doc: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseDocument"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSignInState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How people can sign in here, and who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInState"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How people can sign in here, and who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInState"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a browser asks a passkey for: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the passkey. In Base64url. */
                    id: string;
                    /** @description `clientDataJSON`, as the browser gave it. In Base64url. */
                    clientDataJSON: string;
                    /** @description As the browser gave it. In Base64url. */
                    authenticatorData: string;
                    /** @description As the browser gave it. In Base64url. */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description Who is signed in, and where. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the invitation: what stands behind `invitation=` in its link. */
                    secret: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedInvitation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The secret of the invitation: what stands behind `invitation=` in its link. */
                    secret: string;
                    /** @description The id of the passkey. In Base64url. */
                    id: string;
                    /** @description `clientDataJSON`, as the browser gave it. In Base64url. */
                    clientDataJSON: string;
                    /** @description As the browser gave it. In Base64url. */
                    attestationObject: string;
                };
            };
        };
        responses: {
            /** @description Who is signed in, and where. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestOpenId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenIdRequest"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signInWithOpenId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What stood behind `?` in the address with which the browser came back from the provider. */
                    query: string;
                    /** @description The secret of the invitation: what stands behind `invitation=` in its link. */
                    secret?: string | null;
                };
            };
        };
        responses: {
            /** @description Who is signed in, and where. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The end user that the token is for; the consumer’s identity. */
                    user: string;
                    /** @description Binds the token to this client. */
                    client?: string | null;
                    /** @description Binds the token to this character or avatar, by its id. */
                    character?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientToken"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKnowledgeBases: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        items: components["schemas"]["KnowledgeBase"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKnowledgeBase: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKnowledgeBase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKnowledgeBase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateKnowledgeBase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name?: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly documents?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBase"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people, such as the name of the file. */
                    name: string;
                    /** @description What it holds. */
                    description?: string | null;
                    /** @description One of text/plain, text/markdown, text/html, text/csv, application/json, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document. */
                    mimeType: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentUpload"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    indexDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                doc: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseDocument"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                doc: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseDocument"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPassages: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description How many to return. */
                take?: number;
            };
            header?: never;
            path: {
                id: string;
                doc: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        passages: components["schemas"]["Passage"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchPassages: {
        parameters: {
            query: {
                /** @description A question in natural language. */
                query: string;
                /** @description How many to return. */
                take?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPassages"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getKnowledgeBaseEmbeddings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseEmbeddings"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebsites: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        websites: components["schemas"]["Website"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebsite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whose documents its pages become. */
                    knowledgeBaseId: string;
                    /** @description Its address. Read are this page and those of the same site below its path that it leads to; what the site’s `robots.txt` forbids is left out. */
                    url: string;
                    /** @description How many links away from `url` a page may be; 0 is this one page, 2 where absent. */
                    depth?: number | null;
                    /** @description The most pages that are read; 50 where absent. */
                    maxPages?: number | null;
                    /** @description So many hours after each reading it is read again; where absent, only when that is asked for. */
                    refreshHours?: number | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description A website, or a part of one, whose pages are documents of a knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebsite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of one, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebsite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of one, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebsite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many links away from `url` a page may be; 0 is this one page, 2 where absent. */
                    depth?: number | null;
                    /** @description The most pages that are read; 50 where absent. */
                    maxPages?: number | null;
                    /** @description So many hours after each reading it is read again; where absent, only when that is asked for. */
                    refreshHours?: number | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly knowledgeBaseId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly url?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly status?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly statusReason?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly pages?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly readAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly nextReadAt?: unknown;
                };
            };
        };
        responses: {
            /** @description A website, or a part of one, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readWebsite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of one, whose pages are documents of a knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        voices: components["schemas"]["Voice"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createVoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The voice; Puck where none is given. */
                    identity?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe") | null;
                    /** @description Tone, rhythm and similar guidance. */
                    instructions?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The voice; Puck where none is given. */
                    identity?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe") | null;
                    /** @description Tone, rhythm and similar guidance. */
                    instructions?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceSample: {
        parameters: {
            query: {
                /** @description The provider of the agent that would speak. */
                provider: "openai" | "gemini" | "elevenlabs";
                /** @description Its voice, one that the provider has. */
                voice: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
                /** @description The language of the sentence (ISO 639-1): `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`; English in place of any other, and with the voices of this service. */
                language?: string;
                /** @description Whether the agent has an `llmServerId`, so that its provider does not speak. */
                ownModel?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sentence in the voice that a conversation would have now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSample"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVoiceSpeakers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSpeakers"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBrains: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        brains: components["schemas"]["Brain"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBrain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the character thinks and behaves. A template: `{{name}}` is replaced when a conversation starts. */
                    instructions: string;
                    /** @description What it says first. A template as well. */
                    greetingMessage?: string | null;
                    /** @description A model’s name, kept as it is given; the agent’s `model` decides what answers. */
                    model?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brain"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBrain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brain"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteBrain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brain"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateBrain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the character thinks and behaves. A template: `{{name}}` is replaced when a conversation starts. */
                    instructions?: string;
                    /** @description What it says first. A template as well. */
                    greetingMessage?: string | null;
                    /** @description A model’s name, kept as it is given; the agent’s `model` decides what answers. */
                    model?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Brain"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFaces: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        faces: components["schemas"]["Face"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createFace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of a built-in face; with `refImage`, a name for the custom one. */
                    identity?: string | null;
                    /** @description A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. It makes a custom face. */
                    refImage?: string | null;
                    /** @description What it looks like. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Face"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewFace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                    refImage: string;
                    /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description A sentence that the face says. Where it is absent, there is no clip. */
                    text?: string | null;
                    /** @description The voice it is said in, as the offline voice of this service has it; `Puck` where absent. */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                };
            };
        };
        responses: {
            /** @description How a picture would look as a face, before it is one. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacePreview"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Face"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Face"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateFace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it looks like. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Points of a photographed face in picture coordinates, 0..1 from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly identity?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly builtIn?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly thumbnailUrl?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly referenceImgUrl?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Face"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCharacters: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        characters: components["schemas"]["Character"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCharacter: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A display name; the avatar has it in the room. */
                    name: string;
                    /** @description Who it is. */
                    description?: string | null;
                    /** @description The identity under which the avatar joins the room; the id of the character where none is given. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face; the first built-in one where none is given. */
                    faceId?: string | null;
                    /** @description Id of a voice; where none is given, the oldest of the organization without a client. Not with `elevenlabsAgentId`. */
                    voiceId?: string | null;
                    /** @description Id of a brain; where neither it nor `elevenlabsAgentId` is given, the oldest of the organization without a client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base. */
                    knowledgeBaseId?: string | null;
                    /** @description An agent at ElevenLabs; it makes the provider `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description May search the web. */
                    search?: boolean | null;
                    /** @description Remembers earlier conversations with the same consumer. */
                    memory?: boolean | null;
                    /** @description Tools that its model may call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description A face, a voice and a brain, and a knowledge base where there is one. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCharacter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A face, a voice and a brain, and a knowledge base where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceCharacter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A display name; the avatar has it in the room. */
                    name?: string;
                    /** @description Who it is. */
                    description?: string | null;
                    /** @description The identity under which the avatar joins the room; the id of the character where none is given. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face; the first built-in one where none is given. */
                    faceId?: string | null;
                    /** @description Id of a voice; where none is given, the oldest of the organization without a client. Not with `elevenlabsAgentId`. */
                    voiceId?: string | null;
                    /** @description Id of a brain; where neither it nor `elevenlabsAgentId` is given, the oldest of the organization without a client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base. */
                    knowledgeBaseId?: string | null;
                    /** @description An agent at ElevenLabs; it makes the provider `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description May search the web. */
                    search?: boolean | null;
                    /** @description Remembers earlier conversations with the same consumer. */
                    memory?: boolean | null;
                    /** @description Tools that its model may call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly provider?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly face?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly voice?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly brain?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly knowledgeBase?: unknown;
                };
            };
        };
        responses: {
            /** @description A face, a voice and a brain, and a knowledge base where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCharacter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A face, a voice and a brain, and a knowledge base where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateCharacter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A display name; the avatar has it in the room. */
                    name?: string;
                    /** @description Who it is. */
                    description?: string | null;
                    /** @description The identity under which the avatar joins the room; the id of the character where none is given. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face; the first built-in one where none is given. */
                    faceId?: string | null;
                    /** @description Id of a voice; where none is given, the oldest of the organization without a client. Not with `elevenlabsAgentId`. */
                    voiceId?: string | null;
                    /** @description Id of a brain; where neither it nor `elevenlabsAgentId` is given, the oldest of the organization without a client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base. */
                    knowledgeBaseId?: string | null;
                    /** @description An agent at ElevenLabs; it makes the provider `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description May search the web. */
                    search?: boolean | null;
                    /** @description Remembers earlier conversations with the same consumer. */
                    memory?: boolean | null;
                    /** @description Tools that its model may call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly provider?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly face?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly voice?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly brain?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly knowledgeBase?: unknown;
                };
            };
        };
        responses: {
            /** @description A face, a voice and a brain, and a knowledge base where there is one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
                /** @description Only those of this consumer identity. */
                user?: string;
                status?: "running" | "ended" | "error" | "blocked";
                endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
                /** @description Only those of this character or avatar. */
                character?: string;
                /** @description Only those of this agent. */
                agent?: string;
                /** @description Only those of this embed. */
                embed?: string;
                /** @description Only those that were rated so. */
                rating?: "up" | "down";
                /** @description Only those in which this was said, in any case, in the first 1,000 characters of an entry: among the newest 2,000 that the other filters leave, and in at most 20,000 of their entries. */
                search?: string;
                /** @description Only those that started then or later. */
                from?: string;
                /** @description Only those that started before. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description Id of a character or an avatar. */
                    characterId: string;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description For self-hosted real-time sessions: the room that the avatar joins. */
                    host?: {
                        /** @description WebSocket address of the caller’s own LiveKit server. */
                        serverUrl: string;
                        /** @description The join token for the avatar. */
                        accessToken: string;
                    } | null;
                    /** @description The caller’s own agent that sends speech to the avatar. */
                    remoteAgent?: {
                        /** @description Unique in the room. */
                        identity: string;
                        /** @description A name for people. */
                        name?: string | null;
                        /** @description The worker of LiveKit Agents that is registered with the room server under this name is started in the room, for a room of the service alone. Its job has `identity` in its metadata and must be accepted under it. */
                        agentName?: string | null;
                    } | null;
                    /** @description The end user. If none is given, for a room of the service, an identity is generated and returned. */
                    consumer?: {
                        /** @description Unique in the room. */
                        identity: string;
                        /** @description A name for people. */
                        name?: string | null;
                    } | null;
                    /** @description Seconds; must be below the organization limit. 600 where none is given. */
                    maxSeconds?: number | null;
                    /** @description Appended to the instructions under its own heading. */
                    promptCtx?: string | null;
                    /** @description Values for `{{name}}` in instructions and greetings; a variable without a value is refused. */
                    promptTemplateVars?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description When the user’s turn is over. It holds where this service finds out, with its own models or a server that transcribes; a provider that listens by itself decides by its own settings. */
                    turnTaking?: {
                        /** @description How long a user may pause: `quick` answers sooner and interrupts more often, `patient` lets people think. `normal` where none is given. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Silence after which a turn that sounds finished is answered, in milliseconds. As `patience` has it where none is given. */
                        minSilenceMs?: number | null;
                        /** @description Silence after which any turn is answered, in milliseconds; at least `minSilenceMs`. As `patience` has it where none is given. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default. */
                    video?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedConversation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was erased with a conversation. The service does not keep it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationErasureReceipt"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConversationLatency: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationLatency"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Thumbs up or down.
                     * @enum {unknown}
                     */
                    rating: "up" | "down";
                    /** @description A word about it. */
                    comment?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatedConversation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renewAccessTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokens"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event that was received. */
                "last-event-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The conversation has ended and all its events were sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        tools: components["schemas"]["Tool"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name that the model calls: letters, digits and underscores; unique in the organization.
                     * @example book_table
                     */
                    name: string;
                    /** @description For the model: what the tool does, when to call it, and what it answers. */
                    description: string;
                    /** @description An https address that a POST is sent to for every call. */
                    url: string;
                    /**
                     * @description JSON Schema of the arguments: an object. Keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are checked before the call.
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "guests": {
                     *           "type": "integer",
                     *           "minimum": 1,
                     *           "maximum": 12
                     *         },
                     *         "at": {
                     *           "type": "string",
                     *           "format": "date-time"
                     *         }
                     *       },
                     *       "required": [
                     *         "guests",
                     *         "at"
                     *       ]
                     *     }
                     */
                    parameters?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Headers that are sent with each call, such as `authorization`. Stored encrypted and never shown; a new value replaces all of them. */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description How long a call may take; 10000 where none is given. */
                    timeoutMs?: number | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Something that an agent can do: its model calls it, and the service sends the call to an address of yours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Something that an agent can do: its model calls it, and the service sends the call to an address of yours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The name that the model calls: letters, digits and underscores; unique in the organization.
                     * @example book_table
                     */
                    name?: string;
                    /** @description For the model: what the tool does, when to call it, and what it answers. */
                    description?: string;
                    /** @description An https address that a POST is sent to for every call. */
                    url?: string;
                    /**
                     * @description JSON Schema of the arguments: an object. Keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are checked before the call.
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "guests": {
                     *           "type": "integer",
                     *           "minimum": 1,
                     *           "maximum": 12
                     *         },
                     *         "at": {
                     *           "type": "string",
                     *           "format": "date-time"
                     *         }
                     *       },
                     *       "required": [
                     *         "guests",
                     *         "at"
                     *       ]
                     *     }
                     */
                    parameters?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Headers that are sent with each call, such as `authorization`. Stored encrypted and never shown; a new value replaces all of them. */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description How long a call may take; 10000 where none is given. */
                    timeoutMs?: number | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly headerNames?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly previousSecretExpiresAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Something that an agent can do: its model calls it, and the service sends the call to an address of yours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateToolSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModelServers: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        modelServers: components["schemas"]["ModelServer"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createModelServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What it does: think, speak, transcribe, or embed. An organization has one at most whose use is `embeddings`: it is for all its knowledge bases.
                     * @enum {unknown}
                     */
                    use: "llm" | "tts" | "stt" | "embeddings";
                    /** @description A name for people; unique in the organization. */
                    name: string;
                    /** @description Its address with the version, such as `https://api.groq.com/openai/v1`: requests go to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it. */
                    url: string;
                    /** @description The model that is asked for, by the server’s own name. */
                    model: string;
                    /** @description Sent as a bearer token, so it is of ASCII characters without line breaks. Stored encrypted and never shown; a new value replaces it. */
                    apiKey?: string | null;
                    /** @description Of `tts`: the server’s own name of a voice; where absent, the one in its list that is nearest to the agent’s. */
                    voice?: string | null;
                    /** @description Of `tts`: what the server can make; `pcm` where absent. */
                    format?: ("pcm" | "wav") | null;
                    /** @description Of `llm`: how much it thinks before it answers (`none`, `low`, …); the server’s default where absent. */
                    reasoningEffort?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateModelServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people; unique in the organization. */
                    name?: string;
                    /** @description Its address with the version, such as `https://api.groq.com/openai/v1`: requests go to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it. */
                    url?: string;
                    /** @description The model that is asked for, by the server’s own name. */
                    model?: string;
                    /** @description Sent as a bearer token, so it is of ASCII characters without line breaks. Stored encrypted and never shown; a new value replaces it. */
                    apiKey?: string | null;
                    /** @description Of `tts`: the server’s own name of a voice; where absent, the one in its list that is nearest to the agent’s. */
                    voice?: string | null;
                    /** @description Of `tts`: what the server can make; `pcm` where absent. */
                    format?: ("pcm" | "wav") | null;
                    /** @description Of `llm`: how much it thinks before it answers (`none`, `low`, …); the server’s default where absent. */
                    reasoningEffort?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly use?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly hasApiKey?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly operatorHasChosen?: unknown;
                };
            };
        };
        responses: {
            /** @description A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryModelServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServerTrial"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServerVoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerVoices"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getServerVoiceSample: {
        parameters: {
            query?: {
                /** @description The server’s own name of a voice, or the voice of an agent, to which the nearest in its list speaks. Where absent, the server’s `voice`. */
                voice?: string;
                /** @description The language of the sentence (ISO 639-1): `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`; English in place of any other, and with the voices of this service. */
                language?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerVoiceSample"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProviderKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKeys"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setProviderKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider. */
                provider: "openai" | "gemini" | "elevenlabs";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key as the provider shows it: printable ASCII characters without spaces or line breaks. Stored encrypted. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description A provider, and whose key its conversations use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProviderKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider. */
                provider: "openai" | "gemini" | "elevenlabs";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A provider, and whose key its conversations use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryProviderKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The provider. */
                provider: "openai" | "gemini" | "elevenlabs";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKeyTrial"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEmbeds: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        embeds: components["schemas"]["Embed"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEmbed: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, and the name of its conversations. */
                    name: string;
                    /** @description Id of a character, or of an avatar with an agent. */
                    characterId: string;
                    /** @description Origins of pages that may show it, such as `https://shop.example`. The service’s own pages always may. */
                    allowedOrigins: string[];
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Used instead of the character’s own. */
                    knowledgeBaseId?: string | null;
                    /** @description Said first, instead of the character’s own. */
                    greeting?: string | null;
                    /** @description Longest conversation; below the organization’s limit. 300 where none is given. */
                    maxSeconds?: number | null;
                    /** @description Maximum number of conversations at the same time; 2 by default. */
                    concurrentConversations?: number | null;
                    /** @description Seconds of all its conversations per day (UTC), each of which counts as 10 at least; 3600 by default. */
                    secondsPerDay?: number | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default: then it is as the agent has it. */
                    video?: boolean | null;
                    /** @description `false` stops new conversations. `true` by default. */
                    enabled?: boolean | null;
                    /** @description The look of the widget; replaces the previous one as a whole. */
                    look?: {
                        /** @description On the button and above the avatar; its name where absent. */
                        title?: string | null;
                        /** @description Of buttons, such as `#146c5f`. */
                        accentColor?: string | null;
                        /** @description `auto` follows the visitor’s system. */
                        theme?: ("auto" | "light" | "dark") | null;
                        /** @description The corner of the page; `right` where absent. */
                        side?: ("left" | "right") | null;
                        /** @description Of the widget’s own texts (BCP 47); the page’s or the visitor’s where absent. */
                        language?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description An avatar that web pages may show without a backend. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEmbed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar that web pages may show without a backend. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteEmbed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar that web pages may show without a backend. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateEmbed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For people, and the name of its conversations. */
                    name?: string;
                    /** @description Id of a character, or of an avatar with an agent. */
                    characterId?: string;
                    /** @description Origins of pages that may show it, such as `https://shop.example`. The service’s own pages always may. */
                    allowedOrigins?: string[];
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Used instead of the character’s own. */
                    knowledgeBaseId?: string | null;
                    /** @description Said first, instead of the character’s own. */
                    greeting?: string | null;
                    /** @description Longest conversation; below the organization’s limit. 300 where none is given. */
                    maxSeconds?: number | null;
                    /** @description Maximum number of conversations at the same time; 2 by default. */
                    concurrentConversations?: number | null;
                    /** @description Seconds of all its conversations per day (UTC), each of which counts as 10 at least; 3600 by default. */
                    secondsPerDay?: number | null;
                    /** @description Whether the avatar is seen. With `false` it is heard only, which takes less of machine and network, and pages show its portrait. `true` by default: then it is as the agent has it. */
                    video?: boolean | null;
                    /** @description `false` stops new conversations. `true` by default. */
                    enabled?: boolean | null;
                    /** @description The look of the widget; replaces the previous one as a whole. */
                    look?: {
                        /** @description On the button and above the avatar; its name where absent. */
                        title?: string | null;
                        /** @description Of buttons, such as `#146c5f`. */
                        accentColor?: string | null;
                        /** @description `auto` follows the visitor’s system. */
                        theme?: ("auto" | "light" | "dark") | null;
                        /** @description The corner of the page; `right` where absent. */
                        side?: ("left" | "right") | null;
                        /** @description Of the widget’s own texts (BCP 47); the page’s or the visitor’s where absent. */
                        language?: string | null;
                    } | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly use?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly snippet?: unknown;
                };
            };
        };
        responses: {
            /** @description An avatar that web pages may show without a backend. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMemories: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description How many to return. */
                take?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description Only those of this client. */
                client?: string;
                /** @description Only those of this consumer. */
                user?: string;
                /** @description Only those of this avatar or character. */
                avatar?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        memories: components["schemas"]["Memory"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseMemories: {
        parameters: {
            query?: {
                /** @description Only those of this client. */
                client?: string;
                /** @description Only those of this consumer. */
                user?: string;
                /** @description Only those of this avatar or character. */
                avatar?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedMemories"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Something that a consumer said to an avatar whose agent has a memory. Only conversations of the same consumer with the same avatar and client recall it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Something that a consumer said to an avatar whose agent has a memory. Only conversations of the same consumer with the same avatar and client recall it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https address that a POST is sent to. */
                    url: string;
                    /** @description The event types that it gets. */
                    eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
                    /** @description What it is for. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address that events are sent to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address that events are sent to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An https address that a POST is sent to. */
                    url?: string;
                    /** @description The event types that it gets. */
                    eventTypes?: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
                    /** @description `true` enables a disabled webhook again. */
                    enabled?: boolean;
                    /** @description What it is for. */
                    description?: string | null;
                    /** @description Segments resources by the caller’s own client. */
                    client?: string | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly disabledReason?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly previousSecretExpiresAt?: unknown;
                };
            };
        };
        responses: {
            /** @description An address that events are sent to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event type of the example; the webhook’s first one if absent. */
                    eventType?: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold") | null;
                };
            };
        };
        responses: {
            /** @description The delivery of an event to a webhook. The newest 200 finished ones are kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of an event to a webhook. The newest 200 finished ones are kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: {
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path: {
                /** @description Identity of the consumer. */
                identity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was erased of a user. The service does not keep it: it names the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUserUsage: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
                /** @description Only this user. */
                user?: string;
                /** @description A moment of the billing cycle that is wanted; the current cycle where none is given. */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserUsage"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query: {
                /** @description What is added up. */
                by: "day" | "character" | "agent" | "embed";
                /** @description A moment of the billing cycle that is wanted; the current cycle where none is given. */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageByPart"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFreemiumUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConcurrency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Concurrency"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOwnOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrganization"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDefaultProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefaultProvider"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        apiKeys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is for. */
                    name?: string | null;
                    /**
                     * Format: date-time
                     * @description When it ceases to be accepted.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Somebody who signs in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Their name, as the audit log has it. */
                    name?: string;
                    /**
                     * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
                     * @enum {unknown}
                     */
                    role?: "owner" | "editor" | "viewer" | "listener";
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly lastSignedInAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly current?: unknown;
                };
            };
        };
        responses: {
            /** @description Somebody who signs in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSessions"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMemberSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A browser in which a member is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSession"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Their name, as the audit log has it. */
                    name: string;
                    /**
                     * @description What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; `listener` reads conversations and follows them, and nothing else.
                     * @enum {unknown}
                     */
                    role: "owner" | "editor" | "viewer" | "listener";
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A link with which somebody becomes a member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEmbedLook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The origin of the page, sent by the browser: one of the `allowedOrigins` of the embed. */
                origin?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedLook"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startEmbedConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The origin of the page, sent by the browser: one of the `allowedOrigins` of the embed. */
                origin?: string;
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedEmbedConversation"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        organizations: components["schemas"]["Organization"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name: string;
                    /** @description `free` where none is given. */
                    plan?: ("free" | "paid") | null;
                    limits?: {
                        /** @description A conversation’s duration must be below this. */
                        maxSessionSeconds?: number | null;
                        /** @description Conversations that may run at the same time. */
                        concurrentSessions?: number | null;
                        /** @description Size of a document at most. */
                        documentBytes?: number | null;
                        /** @description Bytes of all documents and pictures together at most. */
                        storedBytes?: number | null;
                        /** @description Seconds of conversation in a billing cycle; unlimited where absent. */
                        monthlySeconds?: number | null;
                    } | null;
                    /** @description Price of a second; 0 where none is given. */
                    chargeBySecond?: number | null;
                    /** @description Day of the month on which a billing cycle begins; the day of creation where none is given. */
                    anchorDay?: number | null;
                    /** @description Origins such as `https://app.example` that browsers may call from; any where empty. */
                    allowedOrigins?: string[] | null;
                    /** @description Days that conversations are kept after their end, and memories after they were said; 0: until they are deleted; as `VISAVIS_RETENTION_DAYS` says where none is given. */
                    retentionDays?: number | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for people. */
                    name?: string;
                    /** @description `free` where none is given. */
                    plan?: ("free" | "paid") | null;
                    limits?: {
                        /** @description A conversation’s duration must be below this. */
                        maxSessionSeconds?: number | null;
                        /** @description Conversations that may run at the same time. */
                        concurrentSessions?: number | null;
                        /** @description Size of a document at most. */
                        documentBytes?: number | null;
                        /** @description Bytes of all documents and pictures together at most. */
                        storedBytes?: number | null;
                        /** @description Seconds of conversation in a billing cycle; unlimited where absent. */
                        monthlySeconds?: number | null;
                    } | null;
                    /** @description Price of a second; 0 where none is given. */
                    chargeBySecond?: number | null;
                    /** @description Day of the month on which a billing cycle begins; the day of creation where none is given. */
                    anchorDay?: number | null;
                    /** @description Origins such as `https://app.example` that browsers may call from; any where empty. */
                    allowedOrigins?: string[] | null;
                    /** @description Days that conversations are kept after their end, and memories after they were said; 0: until they are deleted; as `VISAVIS_RETENTION_DAYS` says where none is given. */
                    retentionDays?: number | null;
                    /** @description Read-only: accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only: accepted and ignored. */
                    readonly updatedAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createOrganizationKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What it is for. */
                    name?: string | null;
                    /**
                     * Format: date-time
                     * @description When it ceases to be accepted.
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description How many to leave out. */
                skip?: number;
                /** @description Instead of `skip`: the `nextCursor` of the previous page, with the same filters. Pages read with cursors have no gaps or repetitions, even if rows are added meanwhile, and each is as fast as the first. */
                cursor?: string;
                /** @description How many to return. */
                take?: number;
                /** @description Only those of this client. */
                client?: string;
                /** @description Only of this organization. */
                organization?: string;
                /** @description Only this operation. */
                action?: string;
                /** @description Not before this. */
                from?: string;
                /** @description Before this. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skip: number;
                        take: number;
                        /** @description The total number of matches. */
                        total: number;
                        /** @description The `cursor` of the next page; absent on the last. */
                        nextCursor?: string;
                        entries: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalModels"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addModels: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    names: string[];
                };
            };
        };
        responses: {
            /** @description A download of models; the service makes one at a time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDownload"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopModelDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repetition of the same request with the same key within a day returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A download of models; the service makes one at a time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDownload"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the model. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A model that runs on the machine of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalModel"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the model. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A model that runs on the machine of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalModel"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadDocument: {
        parameters: {
            query: {
                expires: number;
                signature: string;
            };
            header?: never;
            path: {
                document: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseDocument"];
                };
            };
            /** @description A problem (RFC 9457). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    conversationStarted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    conversationJoined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    conversationEnded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    conversationFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    transcriptCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranscriptMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    documentIndexed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    documentFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    usageThreshold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsageMessage"];
            };
        };
        responses: {
            /** @description The receiver no longer exists; the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    toolCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolCallMessage"];
            };
        };
        responses: {
            /** @description JSON or text for the model, at most 32,000 characters. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The call failed; the model gets the status and the first 500 characters of the response. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
