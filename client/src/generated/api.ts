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
         * @description Starts a session in one of three ways: hosted by the service (with `consumerIdentity`, and `agent` or an avatar with a linked agent), with your own agent in a room of the service (with `remoteAgentConnectingIdentity`), or in your own room (with `host` and `remoteAgentConnectingIdentity`).
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
         * @description Returns the session with its transcript. This also works while the session runs.
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
         * @description Ends the session immediately and returns it. Stopping an ended session changes nothing.
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
         * @description Replaces the whole resource: omitted fields are reset to their defaults.
         */
        put: operations["replaceAgent"];
        post?: never;
        /**
         * Delete agent
         * @description Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.
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
         * @description Creates an avatar from a built-in face, named in `identity`, or from a picture in `refImage`.
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
         * @description Replaces the whole avatar: omitted fields are reset to their defaults. Only the face stays the same unless you send another `identity` or `refImage`.
         */
        put: operations["replaceAvatar"];
        post?: never;
        /**
         * Delete avatar
         * @description Deletes the avatar permanently and returns it.
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
         * @description Starts a session from a browser, with a client token as bearer token. The user, client and avatar must be those that the token allows.
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
         * Get session started with a pass
         * @description Returns a session that was started with a client token for the same user, client and character. Other sessions are 404.
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
         * Stop session started with a pass
         * @description Ends a session that was started with a client token for the same user, client and character. Other sessions are 404. Stopping an ended session changes nothing.
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
         * @description The same operation as `GET /v3/knowledge-bases`.
         */
        get: operations["listKnowledgeBasesV1"];
        put?: never;
        /**
         * Create knowledge base
         * @description The same operation as `POST /v3/knowledge-bases`.
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
         * @description The same operation as `GET /v3/knowledge-bases/{id}`.
         */
        get: operations["getKnowledgeBaseV1"];
        put?: never;
        post?: never;
        /**
         * Delete knowledge base
         * @description The same operation as `DELETE /v3/knowledge-bases/{id}`.
         */
        delete: operations["deleteKnowledgeBaseV1"];
        options?: never;
        head?: never;
        /**
         * Update knowledge base
         * @description The same operation as `PATCH /v3/knowledge-bases/{id}`.
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
         * @description The same operation as `POST /v3/knowledge-bases/{id}/documents`.
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
         * @description The same operation as `PATCH /v3/knowledge-bases/{id}/documents/{doc}/index`.
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
         * @description The same operation as `DELETE /v3/knowledge-bases/{id}/documents/{doc}`.
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
        /**
         * Health check
         * @description Returns the state and the version of the service.
         */
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
         * Get sign-in state
         * @description For the console: returns the ways to sign in, and the member who is signed in in this browser.
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
         * Create passkey challenge
         * @description Returns the options with which the browser asks for a passkey. Send its response to “Sign in with a passkey” within five minutes.
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
         * @description Signs in the member and sets a session cookie, with which the browser can call all operations that the role of the member allows. The session lasts at most a week and ends if it is unused for twelve hours.
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
         * @description Returns the name of the invited person and of the organization, and the options for creating a passkey. It does not use up the invitation.
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
         * @description Creates the member with a new passkey and signs them in. The invitation is then used up.
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
         * Start OpenID Connect sign-in
         * @description Returns the URL of the provider to open in the browser, and sets a cookie, so that only this browser can complete the sign-in. The browser must return to the console within ten minutes.
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
         * @description Completes the sign-in with the query with which the provider sent the browser back. It signs in the member with this identity at the provider or, if `secret` is given, accepts the invitation. Members are never identified by their e-mail address.
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
         * @description Creates a token for the browser of an end user. With it, the browser can start sessions for this user, client and character (`POST /v1/session-passes`), and read, follow, rate and stop these sessions and renew their access tokens. It is valid for one hour, but only as long as the API key that created it is valid, or the member who created it can create tokens.
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
        /**
         * List knowledge bases
         * @description Lists knowledge bases, each with its newest 50 documents.
         */
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
         * @description Deletes the knowledge base with all its documents permanently and returns it. Fails with 409 while an agent or a character uses it.
         */
        delete: operations["deleteKnowledgeBase"];
        options?: never;
        head?: never;
        /**
         * Update knowledge base
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Creates a document without content. Then upload its bytes with `PUT` to `uploadUrl`, with its `mimeType` as `Content-Type`, before `expireAt`, and index it.
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
         * @description Starts indexing in the background and returns the document with the status `indexing`; its `timeline` shows the progress. A document can be indexed again. Fails with 409 before the upload.
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
         * @description Deletes the document with its file and index entries permanently and returns it.
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
         * @description Returns the extracted text of the document as passages, in document order. The list is empty until the document is `indexed`. A passage can begin with the end of the previous one.
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
         * @description Returns the passages that a conversation would get for this question, best first. The list is empty if neither words nor meaning match.
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
         * Get embedding state of a knowledge base
         * @description Returns what computes the embeddings of the passages, with which they can also be found by meaning, and how many passages are embedded.
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
         * @description Starts reading the website in the background and returns it with the status `reading`. Its pages become documents of the knowledge base one by one, each with `websiteId` and `url`. Pages of the same site are read one after the other, with a pause of half a second.
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
         * @description Deletes the website and the documents of its pages permanently and returns it.
         */
        delete: operations["deleteWebsite"];
        options?: never;
        head?: never;
        /**
         * Update website
         * @description Omitted fields stay unchanged; `null` resets a field to its default. The website is read again immediately.
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
         * @description Starts reading the website again in the background. Changed pages replace their previous versions, and pages that no longer exist are removed from the knowledge base.
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
         * @description Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.
         */
        delete: operations["deleteVoice"];
        options?: never;
        head?: never;
        /**
         * Update voice
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Returns a sentence in the voice that a conversation would currently have: of this service, or of the speech server of the operator. Fails with 422 if the provider itself would speak: its voices can be heard only in a conversation. `getVoiceSpeakers` returns beforehand who would speak; for an agent with a `ttsServerId`, use `getServerVoiceSample`.
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
         * @description Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.
         */
        delete: operations["deleteBrain"];
        options?: never;
        head?: never;
        /**
         * Update brain
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Shows how a picture would look as a face: returns the landmarks by which it would be animated and, if `text` is given, a clip in which it says the text. Nothing is stored.
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
         * @description Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.
         */
        delete: operations["deleteFace"];
        options?: never;
        head?: never;
        /**
         * Update face
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Works like `PATCH`: omitted fields stay unchanged; `null` resets a field to its default.
         */
        put: operations["replaceCharacter"];
        post?: never;
        /**
         * Delete character
         * @description Deletes the resource permanently and returns it. Fails with 409 while another resource uses it.
         */
        delete: operations["deleteCharacter"];
        options?: never;
        head?: never;
        /**
         * Update character
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Lists conversations, newest first, including running ones, with their transcripts and timelines.
         */
        get: operations["listConversations"];
        put?: never;
        /**
         * Start conversation
         * @description Starts a conversation in one of three ways: hosted by the service, with your own agent in a room of the service (with `remoteAgent`), or in your own room (with `host` and `remoteAgent`).
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
         * @description Permanently erases an ended conversation with its transcript and timeline, webhook deliveries about it, and the memories that the user last stated in it, even if they first stated them in an earlier conversation. Usage stays in the totals, without the identity of the user. No webhook is sent for the erasure. Fails with 409 while the conversation runs: stop it first.
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
         * Get latency of a conversation
         * @description Returns statistics of the time that the user waited for answers in the turns so far. The timeline contains the times of each turn; `/metrics` covers all conversations.
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
         * @description Ends the conversation immediately and returns it. Stopping an ended conversation changes nothing.
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
         * @description Stores the rating of the user, during the conversation or later. A new rating replaces the previous one. A client token can rate only conversations that were started with it.
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
         * @description Creates new access tokens for the participants of a running conversation, for clients that have lost theirs, for instance after a reload. Earlier tokens stay valid. Fails with 409 if the conversation has ended or runs in your own room. A client token can renew only the tokens of conversations that were started with it.
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
         * @description Streams server-sent events: first those so far, then new ones as they occur, until the conversation has ended.
         *
         *     - `timeline`: a TimelineEntry.
         *     - `transcript`: a TranscriptEntry. If it grows, or is cut by an interruption, it is sent again with the same `id`.
         *     - `status`: `id`, `status` and the times of the conversation. A final status is the last event, except for a few last transcript entries.
         *     - `dropped`: the stream ends because the client read too slowly; `reason` is `slow_reader`.
         *
         *     Event ids increase within a conversation. To resume a stream, send the last id as `Last-Event-ID`; 204 means that there are
         *     no more events. An entry that has changed several times meanwhile is sent once, in its current state. Comments are heartbeats.
         *     The stream ends within 30 seconds after its credential is revoked or expires. A client token can follow only conversations
         *     that were started with it, and gets only the timeline entries that its user has seen or heard:
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
         * @description Creates a tool. Add its id to `tools` of an agent or a character, whose model can then call it. Calls are signed according to the Standard Webhooks specification; their body is a `ToolCallMessage`. Respond with JSON or text within `timeoutMs`: the model gets at most 32,000 characters. With a status other than 2xx, the model gets the status and the response as the reason of the failure. A call is never repeated. The secret is returned only in this response.
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
         * @description Deletes the tool permanently and returns it. Fails with 409 while an agent or a character uses it.
         */
        delete: operations["deleteTool"];
        options?: never;
        head?: never;
        /**
         * Update tool
         * @description Omitted fields stay unchanged; `null` resets a field to its default. If `url` changes to another host, send `headers` again. Running conversations keep the name, description and parameters from their start; a new `url`, `headers` and `timeoutMs` apply immediately.
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
         * @description Returns a new secret. For 24 hours, calls are signed with both the new and the previous secret.
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
         * @description To use the server, set its id as `llmServerId`, `ttsServerId` or `sttServerId` of an agent; it applies from the next conversation on. A server for `embeddings` is used for all knowledge bases of the organization and embeds their passages in the background; a second one fails with 409.
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
         * @description Deletes the model server permanently and returns it. Fails with 409 while an agent uses it, or another model server has it as its fallback.
         */
        delete: operations["deleteModelServer"];
        options?: never;
        head?: never;
        /**
         * Update model server
         * @description Omitted fields stay unchanged; `null` resets a field to its default. If `url` changes to another host, send `apiKey` again. Running conversations keep the values from their start. If the `url` or `model` of a server for `embeddings` changes, all passages are embedded again.
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
         * Test model server
         * @description Sends the server a short request, as a conversation would, and returns the result and the time until it arrived. A failure of the server is part of the result, not an error.
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
         * @description Asks a server for speech for its voices: with the `api` of a vendor, those of your account there, own and cloned ones first; otherwise `GET /audio/voices`, which many servers have besides OpenAI’s endpoints.
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
         * @description Lists all providers and shows whether the operator and the organization have a key for them, and the servers of the operator.
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
         * @description Stores the key of the organization for the provider and replaces the previous one. It is used from the next conversation on, unless the operator has configured a key. It is sent only to the provider, or to the server that the operator has configured instead.
         */
        put: operations["setProviderKey"];
        post?: never;
        /**
         * Delete provider key
         * @description Deletes the key of the organization. Running conversations continue to use it.
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
         * Test provider key
         * @description Asks the provider whether it accepts the key of the organization. The request is free of charge at the provider.
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
         * @description Creates an avatar that pages of `allowedOrigins` can show without a backend of their own: insert `snippet` into the pages. The id of an embed is not a secret; its limits bound the costs.
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
         * @description Deletes the embed permanently and returns it. Pages no longer show it, its running conversations end (`stopped`), and the tokens of its visitors are no longer accepted. Past conversations stay in the lists.
         */
        delete: operations["deleteEmbed"];
        options?: never;
        head?: never;
        /**
         * Update embed
         * @description Omitted fields stay unchanged; `null` resets a field to its default. Running conversations keep the values from their start.
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
         * @description Lists what consumers said to avatars whose agents have `memory`, newest first.
         */
        get: operations["listMemories"];
        put?: never;
        post?: never;
        /**
         * Erase memories
         * @description Permanently erases all memories that match `user`, `client` and `avatar`; at least one of them is required. Running conversations are told to forget them, and nothing that was said before this request is remembered.
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
         * @description Deletes the memory permanently and returns it. Running conversations are told to forget it. If the consumer says it again later, it is remembered again.
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
         * @description Messages are signed according to the Standard Webhooks specification. The secret is returned only in this response.
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
         * @description Deletes the webhook permanently and returns it. Its pending deliveries are no longer sent.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update webhook
         * @description Omitted fields stay unchanged; `null` resets a field to its default.
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
         * @description Returns a new secret. For 24 hours, messages are signed with both the new and the previous secret.
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
         * @description Sends an example event, marked with `test`. It is sent only once, even if it fails; the deliveries show the result.
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
         * @description Lists deliveries, newest first. A delivery has the client of its webhook.
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
         * @description Creates a new delivery that sends the same message again, with the same `webhook-id`.
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
         * @description Permanently erases all data of a consumer, for one `client` or for all: conversations with transcripts and timelines, memories, and webhook deliveries about them. Running conversations are stopped first. Usage stays in the totals, without the identity of the consumer. No webhook is sent for the erasure. You can repeat the request: the receipt then counts only what was newly erased. A client token that the consumer still has can start new conversations until it expires.
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
         * @description Returns the usage of each consumer in a billing cycle, those with the most seconds first. Seconds count from the join to the end. A conversation belongs completely to the cycle in which it started.
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
         * Get billing cycle usage by group
         * @description Returns the usage in a billing cycle by day, character or avatar, agent, or embed. Seconds are counted as in the per-user usage.
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
        /**
         * Get free plan usage
         * @description Returns the seconds of conversations that were started on the free plan in the current billing cycle.
         */
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
        /**
         * Get concurrency
         * @description Returns the number of running conversations and the limit of the organization.
         */
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
         * @description Returns the provider that currently answers for agents with `anyProvider` and for characters without `elevenlabsAgentId`.
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
         * @description Lists API keys without their secrets. Keys belong to no client, so a filter by `client` matches none.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create API key
         * @description The key itself is returned only in this response; the service stores only its hash.
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
         * @description Deletes the key: it is no longer accepted, and event streams that were opened with it end.
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
         * @description Lists the people who can sign in to the console. Members belong to no client, so a filter by `client` matches none.
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
         * @description Removes the member and signs them out everywhere; their passkey is no longer accepted. The last owner cannot be removed (409). If an owner loses this role, all open invitations of the organization are withdrawn, because that person may know their links.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /**
         * Update member
         * @description Changes the name or the role. A new role applies from the next request of the member on. The last owner cannot get another role (409). If an owner loses this role, all open invitations of the organization are withdrawn, because that person may know their links.
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
         * @description Lists the browser sessions in which the member is signed in, newest first, at most ten.
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
         * @description Ends the session: the browser is signed out at its next request, and its open event streams end.
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
         * @description Lists unused invitations. Invitations belong to no client, so a filter by `client` matches none.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite member
         * @description Creates an invitation. Send its link to the person you invite: the first person who accepts it becomes the member. The link works once, within seven days. It is returned only in this response; the service stores only a hash of its secret.
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
         * @description Deletes the invitation: its link no longer works.
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
         * Get embed look
         * @description Returns what the widget shows before a conversation. Pages of origins that are not in `allowedOrigins` get 403.
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
         * Start embed conversation
         * @description Starts a conversation from a page that shows the embed, without a credential. Fails with 403 if the origin of the page is not in `allowedOrigins` or the embed is disabled, with 402 if the daily limit is reached, and with 429 if the maximum number of conversations runs, or after more than 10 starts per minute from one address or 300 from all addresses.
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
         * @description Organizations belong to no client, so a filter by `client` matches none.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create organization
         * @description Creates an organization with a gallery of ready avatars: one for each built-in face, with its own agent, voice and brain.
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
         * @description Stops the conversations and jobs of the organization and permanently deletes everything that it owns.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Update organization
         * @description Changes the plan, limits, price and other settings. Omitted fields stay unchanged; `null` resets a field to its default. Running conversations keep the values from their start.
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
         * Create API key for an organization
         * @description The key itself is returned only in this response; the service stores only its hash.
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
         * @description Lists every change with the admin token, every deletion with an API key or by a member, and every member, API key and secret that was created or changed, newest first. Entries cannot be changed and are deleted after `VISAVIS_AUDIT_DAYS` (default: 400 days). Entries belong to no client, so a filter by `client` matches none.
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
         * @description Lists all known models that run on the machine of the service, so that avatars can hear, speak and answer without an external service, with the state of their installation and of the latest download, and which language model suits the machine. Workers on other machines have their own models.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Add models
         * @description Downloads models and the models that they need in the background; `GET /admin/models` shows the progress. An interrupted download is resumed when you add the models again. Models are used from the next conversation on, if the SHA-256 of all their files is correct. They are downloaded from their publishers, or from `VISAVIS_MODELS_MIRROR`. Fails with 409 while another download runs, and if the folder is not writable or its disk is full.
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
         * Stop model download
         * @description Stops the running download and keeps its data: adding the same models again resumes it.
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
         * @description Reads all files of the model and checks their SHA-256. If a file differs, the model is returned as `damaged` and `problem` names the file: remove the model and add it again.
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
         * @description Deletes the files of the model, including a partial download, and returns the model as it was. Running conversations keep using the model if they have loaded it; later ones cannot use it.
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
         * Upload document content
         * @description The URL is the `uploadUrl` from “Add document”. `Content-Type` must be the `mimeType` of the document or `application/octet-stream`. For text that is not UTF-8, it must contain the `charset`. You can repeat the upload until the URL expires; the last upload counts.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * @description Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; failed deliveries are repeated for three days.
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
         * Tool call
         * @description Sent to the `url` of a tool, with its headers, when a model calls the tool. Signed according to the Standard Webhooks specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the tool. Respond within its `timeoutMs`. The service closes the connection if the user interrupts.
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /**
             * @description Provider whose model answers.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /** @description Whether the default provider of the service answers instead of `provider`. */
            anyProvider: boolean;
            /** @description Display name. */
            name?: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /**
             * @description Model of the provider. If absent, the default of the service is used.
             * @enum {unknown}
             */
            model?: "gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime";
            /**
             * @description Voice of the provider. If absent, that of `voiceId` is used, otherwise a default.
             * @enum {unknown}
             */
            voice?: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
            /** @description How the agent behaves. If absent, the instructions of its brain are used. */
            instructions?: string;
            /** @description First sentence of the agent. Empty if there is none. */
            greetingMsg: string;
            /** @description Sentence that the agent says if no answer arrives. */
            apologyMsg?: string;
            /** @description Sentences that the agent says while an answer takes a while. */
            waitMsgs?: string[];
            /** @description Id of an agent that is hosted by the provider. */
            remoteId?: string;
            /** @description Whether the agent can search the web. */
            search: boolean;
            /** @description Whether the face can show emotions. */
            emotions: boolean;
            /** @description Whether the agent remembers earlier conversations with the same consumer. */
            memory: boolean;
            /**
             * @description Whether the avatar continues (`ignore`) or stops when the user makes a short remark.
             * @enum {unknown}
             */
            onBackchannel: "ignore" | "stop";
            /** @description When the turn of a user is considered finished. */
            turnTaking: {
                /**
                 * @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.
                 * @enum {unknown}
                 */
                patience: "quick" | "normal" | "patient";
                /** @description Milliseconds of silence after which a turn that sounds finished is answered. */
                minSilenceMs?: number;
                /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. */
                maxSilenceMs?: number;
            };
            /** @description Whether the avatar has video. If `false`, it has only audio. */
            video: boolean;
            /** @description ISO 639-1 code of the spoken language. If absent, it is detected. */
            language?: string;
            /** @description Id of the voice. */
            voiceId?: string;
            /** @description Id of the brain. */
            brainId?: string;
            /** @description Id of the knowledge base that the agent can search. */
            knowledgeBaseId?: string;
            /** @description Id of the model server that answers instead of the provider. */
            llmServerId?: string;
            /** @description Id of the model server that produces the speech of the agent. */
            ttsServerId?: string;
            /** @description Id of the model server that transcribes the speech of users. */
            sttServerId?: string;
            /** @description Tools that the model can call. */
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Name of the built-in or custom face. It is also the identity with which the avatar joins the room. */
            identity: string;
            /** @description Display name. */
            name: string;
            /** @description Description of the avatar. Empty if there is none. */
            description: string;
            /**
             * Format: uri
             * @description URL of a small picture of the face.
             */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description The linked agent. */
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Id of the knowledge base. */
            knowledgeBaseId: string;
            /** @description Display name, such as the name of the file. */
            name: string;
            /** @description Description of the content. Empty if there is none. */
            description: string;
            /** @description Size in bytes; 0 until the document is uploaded. */
            size: number;
            /**
             * @description Processing state. Only an `indexed` document can be found in conversations.
             * @enum {unknown}
             */
            status: "awaiting_upload" | "uploaded" | "indexing" | "indexed" | "failed";
            /** @description Why the document is `failed`. */
            statusReason?: string;
            /** @description Media type of the document. */
            mimeType: string;
            /** @description Id of the website of which the document is a page. Absent otherwise. */
            websiteId?: string;
            /** @description URL of the page. Absent if the document is not a page. */
            url?: string;
            /** @description What happened to the document, oldest first. */
            timeline: {
                /** @description Kind of event. */
                type: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                recordedAt: string;
                /** @description Details of the event as text. */
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
            /** @description Identifier of the entry. An entry that changes keeps it. */
            id: string;
            /**
             * @description Who said it: the consumer (`user`) or the avatar (`character`).
             * @enum {unknown}
             */
            author: "user" | "character";
            /** @description What was said. */
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
             * @description Identifier of the session. The conversation of `/v3` has the same id.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Whether the organization was on the free plan when the session started. */
            freemium: boolean;
            /** @description Display name. */
            name: string;
            /** @description Provider that answers; `remote` if your own agent does. */
            provider: string;
            /**
             * @description `running` from its creation. The others are final: `endReason` gives the reason.
             * @enum {unknown}
             */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. `idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Details of the end, as text for people. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer joined the room, or your own agent if it is your own room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended. Absent while it runs.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description Latest time at which it ends.
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
             * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description Identity with which the avatar joins the room. In your own room, the identity in its access token. */
            avatarIdentity?: string;
            /** @description Server of the room. */
            host: {
                /** @description WebSocket URL at which clients join the room. */
                serverUrl: string;
            };
            avatar?: components["schemas"]["Avatar"];
            /** @description Id of the avatar or character. */
            avatarId?: string;
            /** @description Id of the agent that speaks. Absent if a character or your own agent speaks. */
            agentId?: string;
            agent?: components["schemas"]["Agent"];
            /** @description Id of the knowledge base that the agent can search. */
            knowledgeBaseId?: string;
            knowledgeBase?: {
                /** @description Id of the organization that owns the resource. */
                organizationId?: string;
                /** @description Display name. */
                name?: string;
                /** @description Description of the content. Empty if there is none. */
                description?: string;
                /** @description Documents, oldest first. All of them if the knowledge base is requested by its id; elsewhere only the newest 50. */
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
                /** @description Caller-side client identifier. Absent if the resource has none. */
                client?: string;
                id: string;
            };
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Maximum duration in seconds, from the join of the consumer. */
            maxDuration: number;
            /** @description Context that was appended to the instructions. */
            additionalCtx?: string;
            /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. */
            templateVars?: {
                [key: string]: unknown;
            };
            /** @description The end user: identity in the room, and display name. */
            consumerIdentity?: {
                identity: string;
                name?: string;
            };
            /** @description Your own agent: identity in the room, and display name. */
            remoteAgentIdentity?: {
                identity: string;
                name?: string;
            };
            /** @description Name of the LiveKit room. */
            room: string;
            turnTaking?: {
                /**
                 * @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.
                 * @enum {unknown}
                 */
                patience: "quick" | "normal" | "patient";
                /** @description Milliseconds of silence after which a turn that sounds finished is answered. */
                minSilenceMs: number;
                /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar has video. If `false`, it has only audio. */
            video: boolean;
            /** @description What was said, in two formats. */
            transcript: {
                /** @description What was said, oldest first. */
                entries: components["schemas"]["TranscriptEntry"][];
                /** @description The same entries in the format of older typed clients. */
                transcription: {
                    /** @description What was said. */
                    text: string;
                    /**
                     * Format: date-time
                     * @description When it was said.
                     */
                    received_at: string;
                    /** @description Identity of the participant who said it. */
                    identity: string;
                }[];
            };
            /** @description `true` in a list if only the first 200 entries are shown: get the resource by its id for all of them. */
            isTruncated?: boolean;
        };
        /** StartedSession */
        StartedSession: {
            session: components["schemas"]["Session"];
            /** @description LiveKit access token with which the consumer joins the room. Absent in your own room. */
            consumerAccessToken?: string;
            /** @description LiveKit access token with which your own agent joins the room. Absent in your own room. */
            remoteAgentAccessToken?: string;
        };
        /**
         * Problem
         * @description Problem details of an error response (RFC 9457).
         */
        Problem: {
            /**
             * Format: uri
             * @description URL of a page that explains the code.
             */
            type: string;
            /** @description Short summary, the same for every problem with this code. */
            title: string;
            /** @description HTTP status of the response. */
            status: number;
            /** @description What went wrong in this request. */
            detail: string;
            /**
             * @description Error code for programs. The list is complete.
             * @enum {unknown}
             */
            code: "invalid_request" | "unauthenticated" | "quota_exceeded" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "unprocessable" | "rate_limited" | "concurrency_limit" | "internal" | "capacity";
            /** @description The same text as `detail`. */
            message: string;
            /** @description The same value as the header `X-Request-Id`. */
            requestId: string;
            /** @description Invalid fields of the request. Absent if no field is to blame. */
            errors?: {
                /** @description Path of the field, such as `avatar.refImage` or `query.take`. */
                path: string;
                /** @description What is wrong with the field. */
                message: string;
            }[];
        };
        /** StartedPassSession */
        StartedPassSession: {
            session: {
                /**
                 * @description Identifier of the session. The conversation of `/v3` has the same id.
                 * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
                 */
                id: string;
                /** @description Always empty, because a client token does not reveal the organization. */
                organizationId: string;
                /** @description Whether the organization was on the free plan when the session started. */
                freemium?: boolean;
                /** @description Display name. */
                name: string;
                /** @description Provider that answers; `remote` if your own agent does. */
                provider?: string;
                /**
                 * @description `running` from its creation. The others are final: `endReason` gives the reason.
                 * @enum {unknown}
                 */
                status: "running" | "ended" | "error" | "blocked";
                /**
                 * @description Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. `idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.
                 * @enum {unknown}
                 */
                endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
                /** @description Details of the end, as text for people. */
                endDetail?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When the consumer joined the room, or your own agent if it is your own room.
                 */
                joinedAt?: string;
                /**
                 * Format: date-time
                 * @description When it ended. Absent while it runs.
                 */
                endedAt?: string;
                /**
                 * Format: date-time
                 * @description Latest time at which it ends.
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
                 * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
                 * @enum {string}
                 */
                engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
                /** @description Identity with which the avatar joins the room. In your own room, the identity in its access token. */
                avatarIdentity?: string;
                /** @description Server of the room. */
                host: {
                    /** @description WebSocket URL at which clients join the room. */
                    serverUrl: string;
                };
                avatar?: {
                    /**
                     * @description Identifier of the avatar.
                     * @example avt_01k3m6v2q8e4tb9p0x7yz5wnhd
                     */
                    id: string;
                    /** @description Always empty, because a client token does not reveal the organization. */
                    organizationId: string;
                    /** @description Name of the built-in or custom face. It is also the identity with which the avatar joins the room. */
                    identity: string;
                    /** @description Display name. */
                    name: string;
                    /** @description Description of the avatar. Empty if there is none. */
                    description: string;
                    /**
                     * Format: uri
                     * @description URL of a small picture of the face.
                     */
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
                    /** @description Caller-side client identifier. Absent if the resource has none. */
                    client?: string;
                    /** @description The linked agent. */
                    agentId?: {
                        id: string;
                    };
                    agent?: components["schemas"]["Agent"];
                };
                /** @description Id of the avatar or character. */
                avatarId?: string;
                /** @description Id of the agent that speaks. Absent if a character or your own agent speaks. */
                agentId?: string;
                agent?: components["schemas"]["Agent"];
                /** @description Id of the knowledge base that the agent can search. */
                knowledgeBaseId?: string;
                knowledgeBase?: {
                    /** @description Id of the organization that owns the resource. */
                    organizationId?: string;
                    /** @description Display name. */
                    name?: string;
                    /** @description Description of the content. Empty if there is none. */
                    description?: string;
                    /** @description Documents, oldest first. All of them if the knowledge base is requested by its id; elsewhere only the newest 50. */
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
                    /** @description Caller-side client identifier. Absent if the resource has none. */
                    client?: string;
                    id: string;
                };
                /** @description Caller-side client identifier. Absent if the resource has none. */
                client?: string;
                /** @description Maximum duration in seconds, from the join of the consumer. */
                maxDuration: number;
                /** @description Context that was appended to the instructions. */
                additionalCtx?: string;
                /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. */
                templateVars?: {
                    [key: string]: unknown;
                };
                /** @description The end user: identity in the room, and display name. */
                consumerIdentity?: {
                    identity: string;
                    name?: string;
                };
                /** @description Your own agent: identity in the room, and display name. */
                remoteAgentIdentity?: {
                    identity: string;
                    name?: string;
                };
                /** @description Name of the LiveKit room. */
                room: string;
                turnTaking?: {
                    /**
                     * @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.
                     * @enum {unknown}
                     */
                    patience: "quick" | "normal" | "patient";
                    /** @description Milliseconds of silence after which a turn that sounds finished is answered. */
                    minSilenceMs: number;
                    /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. */
                    maxSilenceMs: number;
                };
                /** @description Whether the avatar has video. If `false`, it has only audio. */
                video?: boolean;
                /** @description What was said, in two formats. */
                transcript: {
                    /** @description What was said, oldest first. */
                    entries: components["schemas"]["TranscriptEntry"][];
                    /** @description The same entries in the format of older typed clients. */
                    transcription: {
                        /** @description What was said. */
                        text: string;
                        /**
                         * Format: date-time
                         * @description When it was said.
                         */
                        received_at: string;
                        /** @description Identity of the participant who said it. */
                        identity: string;
                    }[];
                };
                /** @description `true` in a list if only the first 200 entries are shown: get the resource by its id for all of them. */
                isTruncated?: boolean;
            };
            /** @description LiveKit access token with which the consumer joins the room. Absent in your own room. */
            consumerAccessToken?: string;
            /** @description LiveKit access token with which your own agent joins the room. Absent in your own room. */
            remoteAgentAccessToken?: string;
        };
        /** PassAvatar */
        PassAvatar: {
            /**
             * @description Identifier of the avatar.
             * @example avt_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Name of the built-in or custom face. It is also the identity with which the avatar joins the room. */
            identity: string;
            /** @description Display name. */
            name: string;
            /** @description Description of the avatar. Empty if there is none. */
            description: string;
            /**
             * Format: uri
             * @description URL of a small picture of the face.
             */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
        };
        /** PassSession */
        PassSession: {
            /**
             * @description Identifier of the session. The conversation of `/v3` has the same id.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Display name. */
            name: string;
            /** @description Server of the room. */
            host: {
                /** @description WebSocket URL at which clients join the room. */
                serverUrl: string;
            };
            /** @description Id of the avatar or character. */
            avatarId?: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Maximum duration in seconds, from the join of the consumer. */
            maxDuration: number;
            /** @description The end user: identity in the room, and display name. */
            consumerIdentity?: {
                identity: string;
                name?: string;
            };
            /** @description Name of the LiveKit room. */
            room: string;
            /**
             * @description `running` from its creation. The others are final: `endReason` gives the reason.
             * @enum {unknown}
             */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. `idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.
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
             * @description When the consumer joined the room, or your own agent if it is your own room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended. Absent while it runs.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description Latest time at which it ends.
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
             * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description Identity with which the avatar joins the room. In your own room, the identity in its access token. */
            avatarIdentity?: string;
            avatar?: components["schemas"]["PassAvatar"];
            /** @description What was said, in two formats. */
            transcript: {
                /** @description What was said, oldest first. */
                entries: components["schemas"]["TranscriptEntry"][];
                /** @description The same entries in the format of older typed clients. */
                transcription: {
                    /** @description What was said. */
                    text: string;
                    /**
                     * Format: date-time
                     * @description When it was said.
                     */
                    received_at: string;
                    /** @description Identity of the participant who said it. */
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Display name. */
            name: string;
            /** @description Description of the content. Empty if there is none. */
            description: string;
            /** @description Documents, oldest first. All of them if the knowledge base is requested by its id; elsewhere only the newest 50. */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
        };
        /** DocumentUpload */
        DocumentUpload: {
            document: components["schemas"]["KnowledgeBaseDocument"];
            /**
             * Format: uri
             * @description URL to which you upload the raw bytes with `PUT`. `Content-Type` must be the `mimeType` of the document or `application/octet-stream`.
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
             * @description `ok`, `failing` if a required part does not work (`GET /readyz` names it), or `stopping` during shutdown.
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
         * @description A person who can sign in to the console.
         */
        Member: {
            /**
             * @description Identifier of the member.
             * @example mbr_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Name of the person. */
            name: string;
            /**
             * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description When the member last signed in.
             */
            lastSignedInAt?: string;
            /**
             * Format: date-time
             * @description When the member joined.
             */
            createdAt: string;
            /** @description Whether this request was made by this member. */
            current: boolean;
        };
        /**
         * SignedIn
         * @description The signed-in member and their organization.
         */
        SignedIn: {
            member: components["schemas"]["Member"];
            /** @description Name of the organization of the member. */
            organizationName: string;
        };
        /**
         * SignInState
         * @description The ways to sign in, and the member who is signed in.
         */
        SignInState: {
            /** @description Whether members can sign in with a passkey at this address. Browsers require a host name, and `https` or `localhost`. */
            passkeys: boolean;
            /** @description Whether people can use an API key on the pages of the service. Programs can always use one. */
            apiKeys: boolean;
            /** @description Name of the OpenID Connect provider with which members can sign in. Absent if none is configured. */
            openIdProvider?: string;
            signedIn?: components["schemas"]["SignedIn"];
        };
        /**
         * PasskeyRequest
         * @description Options for signing in with a passkey: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.
         */
        PasskeyRequest: {
            /** @description Challenge to sign. Valid once, for five minutes. */
            challenge: string;
            /** @description Host name of the service. */
            rpId: string;
            /** @description Time limit in milliseconds. */
            timeout: number;
            /** @enum {string} */
            userVerification: "required";
        };
        /**
         * PasskeyCreation
         * @description Options for creating a passkey: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication.
         */
        PasskeyCreation: {
            /** @description Challenge to answer. Valid once, for five minutes. */
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
            /** @description Time limit in milliseconds. */
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
            /** @description Name of the invited person. */
            name: string;
            /**
             * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /** @description Name of the inviting organization. */
            organizationName: string;
            creation: components["schemas"]["PasskeyCreation"];
        };
        /** OpenIdRequest */
        OpenIdRequest: {
            /** @description URL of the provider that the browser opens to sign in, within ten minutes. */
            url: string;
        };
        /** ClientToken */
        ClientToken: {
            /** @description Signed token: send it as `Authorization: Bearer …` to `/v1/session-passes` and to the operations of `/v3/conversations` that accept client tokens. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires.
             */
            expiresAt: string;
        };
        /** Passage */
        Passage: {
            /** @description Id of the document. */
            documentId: string;
            /** @description Name of the document. */
            documentName: string;
            /** @description Position of the passage in the document, from 0. */
            place: number;
            /** @description Headings above the passage. */
            headings?: string;
            /** @description Extracted text of the passage. */
            text: string;
        };
        /** RankedPassage */
        RankedPassage: {
            /** @description Id of the document. */
            documentId: string;
            /** @description Name of the document. */
            documentName: string;
            /** @description Position of the passage in the document, from 0. */
            place: number;
            /** @description Headings above the passage. */
            headings?: string;
            /** @description Extracted text of the passage. */
            text: string;
            /** @description Relevance: higher is better. Comparable only within one response. */
            score: number;
            /** @description Fraction of the question’s words that the passage contains, from 0 to 1. Rare words weigh more. */
            coverage: number;
            /** @description Cosine similarity to the embedding of the question. Absent if the question or the passage has no embedding. */
            similarity?: number;
        };
        /** FoundPassages */
        FoundPassages: {
            /** @description Found passages, best first. */
            passages: components["schemas"]["RankedPassage"][];
            /** @description Why the search used words only: the question could not be embedded. Absent otherwise. */
            problem?: string;
        };
        /** KnowledgeBaseEmbeddings */
        KnowledgeBaseEmbeddings: {
            /**
             * @description What computes the embeddings of passages and questions: the server that the operator has configured (`operator`), the model server of the organization (`organization`), a model on the machine of the service (`local_model`), or nothing (`nobody`), so that passages are found by words only.
             * @enum {unknown}
             */
            by: "operator" | "organization" | "local_model" | "nobody";
            /** @description Name of the embedding model. Absent for `nobody`. */
            model?: string;
            /** @description Id of the model server. Present only for `organization`. */
            modelServerId?: string;
            /** @description Languages of a model on the machine of the service, as ISO 639-1 codes. Passages in other languages are found by words. Absent for other models, and for one with many languages. */
            languages?: string[];
            /** @description Number of passages in the knowledge base. */
            passages: number;
            /** @description Number of passages that this model has embedded. The others are found by words only. */
            embedded: number;
            /** @description Why the model server did not embed the other passages at its last request. Present only for `organization`. */
            problem?: string;
        };
        /**
         * Website
         * @description A website, or a part of it, whose pages are documents of a knowledge base.
         */
        Website: {
            /**
             * @description Identifier of the website.
             * @example site_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Id of the knowledge base to which its pages belong. */
            knowledgeBaseId: string;
            /** @description URL of the first page. */
            url: string;
            /** @description Maximum number of links between `url` and a page. */
            depth: number;
            /** @description Maximum number of pages that are read. */
            maxPages: number;
            /** @description Hours after each reading until the next one. If absent, it is read only on request. */
            refreshHours?: number;
            /**
             * @description State of the last reading.
             * @enum {unknown}
             */
            status: "reading" | "read" | "failed";
            /** @description Why the reading failed, or which parts were not read. */
            statusReason?: string;
            /** @description Number of pages found by the current or last reading. */
            pages: number;
            /**
             * Format: date-time
             * @description When the last reading ended. Absent until the first one with the current settings has ended.
             */
            readAt?: string;
            /**
             * Format: date-time
             * @description When it is read again. Absent if no reading is scheduled.
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /**
             * @description Name of the voice.
             * @enum {unknown}
             */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Tone, rhythm and similar guidance for the voice. */
            instructions?: string;
        };
        /**
         * VoiceSample
         * @description A sentence in the voice that a conversation would currently have.
         */
        VoiceSample: {
            /**
             * @description Provider of the agent.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description Voice of the agent: one of this provider.
             * @enum {unknown}
             */
            voice: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
            /** @description The spoken text. */
            text: string;
            /**
             * @description Media type of `audio`.
             * @example audio/wav
             */
            mimeType: string;
            /** @description The audio, encoded as Base64. */
            audio: string;
            /** @description Why this voice speaks instead of the provider’s. */
            notice: string;
        };
        /** VoiceSpeakers */
        VoiceSpeakers: {
            providers: {
                /** @enum {unknown} */
                provider: "openai" | "gemini" | "elevenlabs";
                /** @description Engine that would answer now: `builtin`, `pipeline`, or that of the provider, whose voices can be heard only in a conversation. Absent if none is available. */
                engine?: string;
            }[];
            /**
             * @description Who speaks with the engine `pipeline` if the agent has no `ttsServerId`: a voice of this service (`service`), or the speech server of the operator (`speech_server`).
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description How the character thinks and behaves. */
            instructions: string;
            /** @description First sentence of the character. Empty if there is none. */
            greetingMessage: string;
            /** @description Stored name of a model. It has no effect. */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
        };
        /** Face */
        Face: {
            /**
             * @description Identifier of the face.
             * @example face_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Name of the built-in or custom face. */
            identity: string;
            /** @description Whether it is a built-in face. A custom face was created from a picture. */
            builtIn: boolean;
            /** @description Id of the organization that owns the resource. */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Description of the face. */
            description?: string;
            /**
             * Format: uri
             * @description URL of a small picture, for browsers.
             */
            thumbnailUrl: string;
            /**
             * Format: uri
             * @description URL of the picture from which the face is drawn.
             */
            referenceImgUrl: string;
            /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
            rig?: {
                [key: string]: number[];
            };
        };
        /**
         * FacePreview
         * @description Preview of a picture as a face, which is not stored.
         */
        FacePreview: {
            /** @description Landmarks by which the face is animated, in picture coordinates (0 to 1, from the top left): those of the request, and detected ones for the rest. Empty if no face was found. */
            rig: {
                [key: string]: number[];
            };
            /** @description The detected faces, largest first. The largest face that can be animated is shown, unless `rig` selects another. */
            faces: {
                /** @description Left edge of the face, in picture coordinates. */
                left: number;
                /** @description Top edge of the face, in picture coordinates. */
                top: number;
                /** @description Width of the face, as a fraction of the picture. */
                width: number;
                /** @description Height of the face, as a fraction of the picture. */
                height: number;
                /** @description Positions of both eyes. Send them as the `rig` of the picture to select this face. */
                eyes: {
                    [key: string]: number[];
                };
                /** @description Whether this face is the one that is shown. */
                isShown: boolean;
                /**
                 * @description Why the face cannot be animated: it has too few pixels (`small`), the border cuts it off (`cut`), or it is turned away or covered (`turned`).
                 * @enum {unknown}
                 */
                problem?: "small" | "cut" | "turned";
            }[];
            /** @description Why the face cannot move its lips. Absent if it can. */
            notice?: string;
            /** @description Clip in which the face says the text. Absent if the request has no `text`. */
            clip?: {
                /** @description The spoken text. */
                text: string;
                /**
                 * @description Media type of `audio`.
                 * @example audio/wav
                 */
                mimeType: string;
                /** @description The audio, encoded as Base64. */
                audio: string;
                /**
                 * @description Media type of `pictures`.
                 * @example image/jpeg
                 */
                pictureType: string;
                /** @description One image, encoded as Base64, that contains all frames of the clip in rows, from the top left. */
                pictures: string;
                /** @description Number of frames in a row. */
                columns: number;
                /** @description Number of frames. */
                count: number;
                /** @description Width and height of each frame in pixels. */
                side: number;
                /** @description Frames per second. The first frame is shown when the audio starts. */
                rate: number;
            };
        };
        /**
         * Character
         * @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base.
         */
        Character: {
            /**
             * @description Identifier of the character.
             * @example char_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Display name, also in the room. */
            name: string;
            /** @description Description of the character. */
            description?: string;
            /** @description Identity with which the avatar joins the room. */
            livekitIdentity: string;
            /**
             * @description Provider whose model answers.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /** @description Id of the face. */
            faceId: string;
            face: components["schemas"]["Face"];
            /** @description Id of the voice. */
            voiceId?: string;
            voice?: components["schemas"]["Voice"];
            /** @description Id of the brain. */
            brainId?: string;
            brain?: components["schemas"]["Brain"];
            /** @description Id of the knowledge base. */
            knowledgeBaseId?: string;
            knowledgeBase?: components["schemas"]["KnowledgeBase"];
            /** @description Id of the agent at ElevenLabs. */
            elevenlabsAgentId?: string;
            /** @description Whether the character can search the web. */
            search: boolean;
            /** @description Whether the character remembers earlier conversations with the same consumer. */
            memory: boolean;
            /** @description Tools that the model can call. */
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
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
        };
        /** TimelineEntry */
        TimelineEntry: {
            /** @description Kind of event, such as `consumer_joined`, `turn` or `warning`. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            recordedAt: string;
            /** @description Who caused the event: `system`, `user` or `character`. */
            author: string;
            /** @description Plain text, or JSON for measured entries such as `turn`. */
            content: string;
            /** @description The fields of `content`, parsed, for entries of type `turn`, `interruption`, `tool_call`, `tool_result`. Absent for other types, and if the content was too long to be kept whole. */
            data?: {
                /** @description Number of the turn in the conversation, from 1. */
                turn?: number;
                /** @description Engine that answered; `remote` if your own agent did. */
                engine?: string;
                /** @description Model that answered. */
                model?: string;
                /**
                 * @description Whether the user typed or spoke in this turn.
                 * @enum {unknown}
                 */
                input?: "text" | "speech";
                /**
                 * Format: date-time
                 * @description When the user stopped speaking, or sent the text.
                 */
                userEndedAt?: string;
                /** @description Milliseconds from `userEndedAt` to the first audible sample of the answer: the sum of `engineMs` and `playoutMs`. */
                latencyMs?: number;
                /** @description Milliseconds from `userEndedAt` to the first audio of the engine. */
                engineMs?: number;
                /** @description Milliseconds from the first audio of the engine to the first audible sample. */
                playoutMs?: number;
                /** @description What interrupted the avatar: speech that the service (`voice`) or the provider (`engine`) detected, a typed text (`text`), a request of the client (`request`), the departure of the user (`absence`), or your own agent (`agent`). */
                by?: string;
                /** @description Why the service decided that the user had begun or finished speaking. */
                because?: string;
                /** @description Milliseconds of the interrupted answer that the user heard. */
                heardMs?: number;
                /** @description Words of the interrupted answer that the user heard. */
                heardText?: string;
                /** @description Name of the tool. */
                name?: string;
                /** @description Arguments of the tool call, or its result. */
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
            /** @description Display name. */
            name: string;
            /**
             * @description `running` from its creation. The others are final: `endReason` gives the reason.
             * @enum {unknown}
             */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. `idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Details of the end, as text for people. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer joined the room, or your own agent if it is your own room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended. Absent while it runs.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description Latest time at which it ends.
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
             * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description Identity with which the avatar joins the room. In your own room, the identity in its access token. */
            avatarIdentity?: string;
            /** @description Whether its seconds are charged: `true` on the paid plan, unless the offline engine (`builtin`) answers. */
            charge: boolean;
            /** @description Price per second at the time of the start, in the currency unit of the organization. */
            chargeBySecond: number;
            /** @description Maximum duration in seconds, from the join of the consumer. */
            maxSeconds: number;
            /** @description Id of the character or avatar. */
            characterId?: string;
            character?: components["schemas"]["Character"];
            /** @description Id of the agent that speaks. Absent if a character or your own agent speaks. */
            agentId?: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Name of the LiveKit room. */
            room: string;
            /** @description WebSocket URL at which clients join the room. */
            serverUrl: string;
            /** @description Display name of your own agent. */
            remoteAgentName?: string;
            /** @description Identity of your own agent in the room. */
            remoteAgentIdentity?: string;
            /** @description Display name of the consumer. */
            consumerName?: string;
            /** @description Identity of the consumer in the room. */
            consumerIdentity?: string;
            /** @description Id of the embed from which the conversation was started. */
            embedId?: string;
            /**
             * @description Rating that the user gave.
             * @enum {unknown}
             */
            rating?: "up" | "down";
            /** @description Comment that the user gave with the rating. */
            ratingComment?: string;
            /** @description Context that was appended to the instructions. */
            promptCtx?: string;
            /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. */
            promptTemplateVars?: {
                [key: string]: unknown;
            };
            turnTaking?: {
                /**
                 * @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.
                 * @enum {unknown}
                 */
                patience: "quick" | "normal" | "patient";
                /** @description Milliseconds of silence after which a turn that sounds finished is answered. */
                minSilenceMs: number;
                /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar has video. If `false`, it has only audio. */
            video: boolean;
            /** @description What was said, oldest first. */
            transcript: components["schemas"]["TranscriptEntry"][];
            /** @description What happened, oldest first. */
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description `true` in a list if only the first 200 entries are shown: get the resource by its id for all of them. */
            isTruncated?: boolean;
        };
        /** StartedConversation */
        StartedConversation: {
            conversation: components["schemas"]["Conversation"];
            /** @description LiveKit access token with which the consumer joins the room. Absent in your own room. */
            consumerAccessToken?: string;
            /** @description LiveKit access token with which your own agent joins the room. Absent in your own room. */
            remoteAgentAccessToken?: string;
        };
        /**
         * ConversationErasureReceipt
         * @description Counts of what was erased with a conversation. The service does not store this receipt.
         */
        ConversationErasureReceipt: {
            /**
             * @description Identifier of the erasure.
             * @example ers_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the erased conversation. */
            conversationId: string;
            /**
             * Format: date-time
             * @description When it was erased.
             */
            erasedAt: string;
            /** @description Number of erased transcript entries. */
            transcriptEntries: number;
            /** @description Number of erased timeline entries. */
            timelineEntries: number;
            /** @description Number of erased webhook deliveries, including pending ones. */
            webhookDeliveries: number;
            /** @description Number of erased memories: those that the user last stated in this conversation. */
            memories: number;
        };
        /** ConversationLatency */
        ConversationLatency: {
            /** @description Id of the conversation. */
            conversationId: string;
            /**
             * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description Number of measured turns. */
            turns: number;
            /** @description Time from the end of the user’s speech or text to the first audible sample of the answer. Percentiles and maximum in milliseconds. Absent before the first turn. */
            latencyMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
            /** @description Time from the end of the user’s speech or text to the first audio of the engine. Percentiles and maximum in milliseconds. Absent before the first turn. */
            engineMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
            /** @description Time from the first audio of the engine to the first audible sample. Percentiles and maximum in milliseconds. Absent before the first turn. */
            playoutMs?: {
                p50: number;
                p90: number;
                p95: number;
                max: number;
            };
        };
        /** RatedConversation */
        RatedConversation: {
            /** @description Id of the conversation. */
            conversationId: string;
            /**
             * @description The stored rating.
             * @enum {unknown}
             */
            rating: "up" | "down";
            /** @description The stored comment. */
            comment?: string;
        };
        /** AccessTokens */
        AccessTokens: {
            /** @description LiveKit access token with which the consumer joins the room. Absent in your own room. */
            consumerAccessToken?: string;
            /** @description LiveKit access token with which your own agent joins the room. Absent in your own room. */
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Name with which the model calls the tool. */
            name: string;
            /** @description Description of the tool for the model. */
            description: string;
            /**
             * @description JSON Schema of the arguments, of type `object`. Supported keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are validated before each call.
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
            /** @description URL to which calls are sent. */
            url: string;
            /** @description Names of the headers that are sent with each call. Their values are never returned. */
            headerNames: string[];
            /** @description Maximum duration of a call in milliseconds. */
            timeoutMs: number;
            /**
             * Format: date-time
             * @description Until when calls are also signed with the previous secret. Absent if there is none.
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
             * @description Secret with which you verify the signatures of calls (Standard Webhooks). It is returned only in this response.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /**
         * Tool
         * @description An action for agents: when the model calls the tool, the service sends the call to your URL.
         */
        Tool: {
            /**
             * @description Identifier of the tool.
             * @example tool_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Name with which the model calls the tool. */
            name: string;
            /** @description Description of the tool for the model. */
            description: string;
            /**
             * @description JSON Schema of the arguments, of type `object`. Supported keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are validated before each call.
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
            /** @description URL to which calls are sent. */
            url: string;
            /** @description Names of the headers that are sent with each call. Their values are never returned. */
            headerNames: string[];
            /** @description Maximum duration of a call in milliseconds. */
            timeoutMs: number;
            /**
             * Format: date-time
             * @description Until when calls are also signed with the previous secret. Absent if there is none.
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
         * @description A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases.
         */
        ModelServer: {
            /**
             * @description Identifier of the server.
             * @example msrv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Display name. */
            name: string;
            /**
             * @description Purpose of the server.
             * @enum {unknown}
             */
            use: "llm" | "tts" | "stt" | "embeddings";
            /** @description Base URL, including the version. */
            url: string;
            /** @description Name of the model at the server. */
            model: string;
            /** @description Whether an API key is stored. The key itself is never returned. */
            hasApiKey: boolean;
            /**
             * @description For `tts`: API of the server.
             * @enum {unknown}
             */
            api?: "openai" | "cartesia" | "elevenlabs";
            /** @description For `tts`: name of the voice at the server. */
            voice?: string;
            /**
             * @description For `tts`: requested audio format.
             * @enum {unknown}
             */
            format?: "pcm" | "wav";
            /** @description For `llm`: requested reasoning effort. */
            reasoningEffort?: string;
            /** @description Id of the model server that takes over if this one fails. */
            fallbackId?: string;
            /** @description For `llm`, `tts` and `stt`: milliseconds until the first words or audio must arrive (HTTP headers do not count). The value in force: its own, or that of the service. */
            firstByteMs?: number;
            /** @description For `llm`, `tts` and `stt`: maximum pause between two pieces of an answer, in milliseconds. The value in force: its own, or that of the service. */
            betweenBytesMs?: number;
            /** @description For `embeddings`: `true` if the operator of the service has configured embeddings, which are then used instead of this server. */
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
            /** @description Whether the server responded as expected. */
            ok: boolean;
            /** @description Milliseconds until the first word (`llm`) or audio (`tts`), or until the complete text (`stt`) or vector (`embeddings`). Absent if the test failed. */
            firstMs?: number;
            /** @description For `llm`: the answer. For `stt`: the recognized text. For `tts`: a notice, for instance about the chosen voice, if there is one. */
            said?: string;
            /** @description For `embeddings`: number of dimensions of a vector. */
            dimensions?: number;
            /** @description Why the test failed. Absent if it succeeded. */
            problem?: string;
        };
        /** ServerVoices */
        ServerVoices: {
            /** @description Voices of the server, at most 500. Empty if it does not list any. */
            voices: {
                /** @description Name or id of the voice, a valid value of `voice` of the model server. */
                name: string;
                /** @description Display name. Absent if it is the `name`. */
                label?: string;
                /** @description Whether your account at the vendor has made or cloned the voice. */
                own?: boolean;
                /** @description ISO 639-1 code. Absent if it is unknown. */
                language?: string;
                /**
                 * @description Kind of voice. Absent if it is unknown.
                 * @enum {unknown}
                 */
                kind?: "woman" | "man";
            }[];
        };
        /** ServerVoiceSample */
        ServerVoiceSample: {
            /** @description The spoken text. */
            text: string;
            /**
             * @description Media type of `audio`.
             * @example audio/wav
             */
            mimeType: string;
            /** @description The audio, encoded as Base64. */
            audio: string;
            /** @description Which voice speaks instead of the requested one. */
            notice?: string;
        };
        /**
         * ProviderKey
         * @description A provider, and the keys with which its conversations can run.
         */
        ProviderKey: {
            /**
             * @description The provider, as in `provider` of agents.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description Display name of the provider.
             * @example OpenAI
             */
            name: string;
            /** @description Whether the operator has configured a key. Conversations then use it, even if the organization has its own. */
            operatorHasKey: boolean;
            /** @description Whether the organization has a key. The key itself is never returned. */
            hasKey: boolean;
            /** @description Last four characters of the organization’s key. Absent if it is shorter than 16 characters. */
            ending?: string;
            /**
             * Format: date-time
             * @description When the organization’s key was set.
             */
            setAt?: string;
        };
        /** ProviderKeys */
        ProviderKeys: {
            /** @description All providers, with or without a key. */
            providerKeys: components["schemas"]["ProviderKey"][];
            /** @description Servers that the operator of the service has configured. They serve agents that name no model server of their own. */
            operatorServers: {
                /**
                 * @description Purpose of the server.
                 * @enum {unknown}
                 */
                use: "llm" | "tts" | "stt" | "embeddings";
                /** @description Name of the model. */
                model: string;
                /** @description Vendor of the model. Absent for other servers. */
                vendor?: string;
            }[];
        };
        /** ProviderKeyTrial */
        ProviderKeyTrial: {
            /** @description Whether the provider accepts the key. */
            ok: boolean;
            /** @description Duration of the test in milliseconds. */
            tookMs: number;
            /** @description Why the test failed. Absent if it succeeded. */
            problem?: string;
        };
        /**
         * Look
         * @description Appearance of the widget.
         */
        Look: {
            /** @description Text on the button and above the avatar. Default: a text with the name of the character or avatar. */
            title?: string;
            /** @description Color of buttons as `#` and six hexadecimal digits, such as `#146c5f`. */
            accentColor?: string;
            /**
             * @description Color theme. `auto`, the default, follows the system of the visitor.
             * @enum {unknown}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description Corner of the page in which the button is. Default: `right`.
             * @enum {unknown}
             */
            side?: "left" | "right";
            /** @description Language of the texts of the widget as a BCP 47 tag, such as `en` or `pt-BR`. Default: the language of the page or of the visitor. */
            language?: string;
        };
        /**
         * Embed
         * @description An avatar that web pages can show without a backend of their own.
         */
        Embed: {
            /**
             * @description Identifier of the embed. It is not a secret.
             * @example emb_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Display name. It is also the name of conversations that are started from the embed. */
            name: string;
            /** @description Id of the character or avatar. */
            characterId: string;
            /** @description Id of the knowledge base that is used instead of the character’s own. */
            knowledgeBaseId?: string;
            /** @description First sentence, used instead of the character’s own greeting. */
            greeting?: string;
            /** @description Origins of pages that may show the embed, such as `https://shop.example`. Pages of the service itself always may. */
            allowedOrigins: string[];
            /** @description Maximum duration of a conversation in seconds. */
            maxSeconds: number;
            /** @description Maximum number of conversations at the same time. */
            concurrentConversations: number;
            /** @description Maximum seconds of all its conversations per day (UTC). */
            secondsPerDay: number;
            /** @description If `false`, the avatar has only audio. If `true`, the setting of its agent applies. */
            video: boolean;
            /** @description Whether new conversations can start. */
            enabled: boolean;
            look: components["schemas"]["Look"];
            /** @description Use of the embed at the time of the response. */
            use: {
                /** @description Number of running conversations. */
                running: number;
                /** @description Seconds used today (UTC). A running conversation counts with its maximum duration, an ended one with at least 10 seconds. */
                secondsToday: number;
            };
            /** @description HTML to insert into your pages. */
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
         * @description A statement of a consumer to an avatar whose agent has `memory`. It is used only in conversations of the same consumer with the same avatar and client.
         */
        Memory: {
            /**
             * @description Identifier of the memory.
             * @example mem_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Client of the conversation. Absent if it has none. */
            client?: string;
            /** @description Identity of the consumer. */
            user: string;
            /** @description Id of the avatar or character to which it was said. */
            avatarId: string;
            /**
             * @description What the consumer said, in their own words.
             * @example I am allergic to nuts.
             */
            content: string;
            /** @description Id of the conversation in which it was last said. */
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
            /** @description Number of erased memories. */
            erased: number;
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Only events of this client are sent. If absent, those of all clients are. */
            client?: string;
            /** @description URL to which events are sent. */
            url: string;
            /** @description Purpose of the webhook. */
            description?: string;
            /** @description Types of events that are sent. */
            eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Why the service disabled the webhook. Absent if it did not. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the previous secret. Absent if there is none.
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
             * @description Secret with which you verify the signatures of messages (Standard Webhooks). It is returned only in this response.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
        };
        /**
         * Webhook
         * @description A URL of yours to which the service sends events.
         */
        Webhook: {
            /**
             * @description Identifier of the webhook.
             * @example whk_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Only events of this client are sent. If absent, those of all clients are. */
            client?: string;
            /** @description URL to which events are sent. */
            url: string;
            /** @description Purpose of the webhook. */
            description?: string;
            /** @description Types of events that are sent. */
            eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Why the service disabled the webhook. Absent if it did not. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the previous secret. Absent if there is none.
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
             * @description When the attempt started.
             */
            at: string;
            /** @description Duration of the attempt in milliseconds. */
            durationMs: number;
            /** @description HTTP status of the response. Absent if there was none. */
            status?: number;
            /** @description Why the attempt failed. Absent if it succeeded. */
            error?: string;
        };
        /**
         * Delivery
         * @description The delivery of an event to a webhook. The newest 200 finished deliveries of each webhook are kept.
         */
        Delivery: {
            /**
             * @description Identifier of the delivery.
             * @example dlv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Id of the webhook. */
            webhookId: string;
            /** @description Identifier of the event, sent as `webhook-id`. It is the same for all deliveries of one event, including replays. */
            eventId: string;
            /**
             * @description Type of the event.
             * @enum {unknown}
             */
            eventType: "conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold";
            /**
             * @description State of the delivery. `dropped`: there was nothing to send, for instance because the transcript is empty.
             * @enum {unknown}
             */
            status: "pending" | "succeeded" | "failed" | "dropped";
            /** @description Attempts so far, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description When the next attempt is made. Absent if there is none.
             */
            nextAttemptAt?: string;
            /** @description Body of the message, exactly as it is sent and signed. Absent until it is created, and if it is longer than 64 KiB. */
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
         * @description Counts of what was erased for a user. The service does not store this receipt, because it names the user.
         */
        ErasureReceipt: {
            /**
             * @description Identifier of the erasure. The audit log contains it instead of the identity of the user.
             * @example ers_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Identity of the consumer. */
            user: string;
            /** @description Client to which the erasure was limited. Absent if it covered all clients. */
            client?: string;
            /**
             * Format: date-time
             * @description Time of the erasure: all conversations that started before it were erased.
             */
            erasedAt: string;
            /** @description Number of erased conversations. */
            conversations: number;
            /** @description Number of conversations that were running and were first stopped, with the reason `stopped`. */
            stoppedConversations: number;
            /** @description Number of erased transcript entries. */
            transcriptEntries: number;
            /** @description Number of erased timeline entries. */
            timelineEntries: number;
            /** @description Number of erased webhook deliveries, including pending ones. */
            webhookDeliveries: number;
            /** @description Number of erased memories of the user. */
            memories: number;
            /** @description Number of conversations whose seconds and charge stay in the usage totals, without the user. */
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
             * @description Start of the next billing cycle.
             */
            cycleEnd: string;
            /** @description The `skip` of the request. */
            skip: number;
            /** @description The `take` of the request. */
            take: number;
            /** @description Total number of rows on all pages. */
            total: number;
            /** @description Usage by consumer, those with the most seconds first. */
            users: {
                /** @description Identity of the consumer. Absent for visitors of an embed, for erased consumers, and if it is not known. */
                user?: string;
                /** @description Client of the conversations. Absent if they have none. */
                client?: string;
                /** @description Id of the embed. The row contains all its visitors together. */
                embedId?: string;
                /** @description Number of conversations. */
                conversations: number;
                /** @description Seconds of conversation. */
                seconds: number;
                /** @description Price in the currency unit of the organization. */
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
             * @description Start of the next billing cycle.
             */
            cycleEnd: string;
            /** @description At most 100 groups: days in order, other groups with the most seconds first. */
            parts: {
                /** @description The day (UTC), or the id of the character or avatar, of the agent or of the embed. Absent for conversations without one, and for erased conversations, of which only day and embed are kept. */
                key?: string;
                /** @description Number of conversations. */
                conversations: number;
                /** @description Seconds of conversation. */
                seconds: number;
                /** @description Price in the currency unit of the organization. */
                charge: number;
            }[];
        };
        /** Concurrency */
        Concurrency: {
            /** @description Maximum number of conversations that run at the same time. */
            limit: number;
            /** @description Number of running conversations. */
            active: number;
            /** @description Whether this limit allows another conversation to start now. */
            canStart: boolean;
        };
        /** OwnOrganization */
        OwnOrganization: {
            /**
             * @description Identifier of the organization.
             * @example org_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Display name. */
            name: string;
        };
        /** DefaultProvider */
        DefaultProvider: {
            /**
             * @description Provider that answers if none was chosen.
             * @enum {unknown}
             */
            provider: "openai" | "gemini" | "elevenlabs";
            /**
             * @description Engine that would answer now: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if none is available.
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
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Purpose of the key. */
            name: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about 15 seconds. Absent if it was never used.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it expires. Absent if it does not expire.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The key itself. It is returned only in this response. */
            key: string;
        };
        /** ApiKey */
        ApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Purpose of the key. */
            name: string;
            /**
             * Format: date-time
             * @description When it was last used, accurate to about 15 seconds. Absent if it was never used.
             */
            lastUsedAt?: string;
            /**
             * Format: date-time
             * @description When it expires. Absent if it does not expire.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Whether this request was made with this key. */
            current: boolean;
        };
        /**
         * MemberSession
         * @description A browser session in which a member is signed in.
         */
        MemberSession: {
            /**
             * @description Identifier of the session.
             * @example ses_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description `User-Agent` of the browser. */
            device: string;
            /**
             * Format: date-time
             * @description When the member signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the session was last used, accurate to about a minute.
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When the session ends at the latest. It ends earlier if it is unused for 12 hours.
             */
            expiresAt: string;
            /** @description Whether this request was made in this session. */
            current: boolean;
        };
        /** MemberSessions */
        MemberSessions: {
            /** @description Sessions that have not ended, newest first. */
            sessions: components["schemas"]["MemberSession"][];
        };
        /** CreatedInvitation */
        CreatedInvitation: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Name of the invited person. */
            name: string;
            /**
             * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description The link. It works once and is returned only in this response. */
            link: string;
        };
        /**
         * Invitation
         * @description A link with which a person becomes a member.
         */
        Invitation: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Name of the invited person. */
            name: string;
            /**
             * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
             * @enum {unknown}
             */
            role: "owner" | "editor" | "viewer" | "listener";
            /**
             * Format: date-time
             * @description When the link expires.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        /** EmbedLook */
        EmbedLook: {
            /** @description Id of the embed. */
            id: string;
            /** @description Name of the character or avatar. */
            name: string;
            /** @description URL of a small picture of the face. */
            thumbnailUrl: string;
            /** @description Text on the button and above the avatar. Default: a text with the name of the character or avatar. */
            title?: string;
            /** @description Color of buttons as `#` and six hexadecimal digits, such as `#146c5f`. */
            accentColor?: string;
            /**
             * @description Color theme. `auto`, the default, follows the system of the visitor.
             * @enum {unknown}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description Corner of the page in which the button is. Default: `right`.
             * @enum {unknown}
             */
            side?: "left" | "right";
            /** @description Language of the texts of the widget as a BCP 47 tag, such as `en` or `pt-BR`. Default: the language of the page or of the visitor. */
            language?: string;
        };
        /** StartedEmbedConversation */
        StartedEmbedConversation: {
            /** @description The started conversation. */
            conversation: {
                /** @description Id of the conversation. */
                id: string;
                /** @description WebSocket URL at which the visitor joins the room. */
                serverUrl: string;
                /**
                 * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
                 * @enum {string}
                 */
                engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
                /** @description Maximum duration in seconds, limited by the seconds that the embed has left today. */
                maxSeconds: number;
                /**
                 * Format: date-time
                 * @description Latest time at which it ends.
                 */
                endsAt: string;
            };
            /** @description LiveKit access token with which the consumer joins the room. Absent in your own room. */
            consumerAccessToken?: string;
            /** @description Client token for this conversation: it can read, follow, rate and stop it and renew its access tokens, but start nothing. */
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
            /** @description Display name. */
            name: string;
            /**
             * @description Plan. Conversations are charged only on the `paid` plan.
             * @enum {unknown}
             */
            plan: "free" | "paid";
            /** @description Limits of the organization. */
            limits: {
                /** @description Limit of the duration of a conversation in seconds: each conversation must be shorter. */
                maxSessionSeconds: number;
                /** @description Maximum number of conversations that run at the same time. */
                concurrentSessions: number;
                /** @description Maximum size of a document in bytes. */
                documentBytes: number;
                /** @description Maximum total size of all documents and pictures in bytes. */
                storedBytes: number;
                /** @description Maximum seconds of conversation in a billing cycle. Unlimited if absent. */
                monthlySeconds?: number;
            };
            /** @description Price of a second of conversation. */
            chargeBySecond: number;
            /** @description Day of the month on which a billing cycle begins, from 1 to 28. */
            anchorDay: number;
            /** @description Origins from which browsers may call with a client token. Any origin if empty. */
            allowedOrigins: string[];
            /** @description Days for which conversations with their transcripts are kept after their end, and memories after they were last said. 0: they are kept until they are deleted. */
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
         * @description A recorded change: any change with the admin token, and deletions and changes of credentials with an API key or by a member.
         */
        AuditEntry: {
            /**
             * @description Identifier of the entry.
             * @example aud_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Id of the affected organization. Absent for changes to the whole service. */
            organizationId?: string;
            /**
             * @description Kind of credential that was used.
             * @enum {unknown}
             */
            actor: "admin_token" | "api_key" | "member";
            /** @description Id of the API key that was used. */
            apiKeyId?: string;
            /** @description Id of the member who made the change. */
            memberId?: string;
            /** @description Name of that member at the time. */
            memberName?: string;
            /**
             * @description The `operationId` of the operation in the OpenAPI document.
             * @example updateOrganization
             */
            action: string;
            /** @description Id of the changed resource. For the erasure of a user, the id of the receipt. */
            objectId?: string;
            /** @description The new values, for changes that contain no secrets. `default`: the value was reset to its default. */
            details?: {
                [key: string]: unknown;
            };
            /** @description The `X-Request-Id` of the request. */
            requestId: string;
            /** @description IP address of the caller, or `unknown`. */
            address: string;
            /**
             * Format: date-time
             * @description When the change was made.
             */
            createdAt: string;
        };
        /**
         * LocalModel
         * @description A model that runs on the machine of the service.
         */
        LocalModel: {
            /**
             * @description Name of the model.
             * @example whisper-tiny
             */
            name: string;
            /**
             * @description Purpose of the model. `runtime` runs the other models; `turns` detects speech and the end of a sentence; `embeddings` finds passages by meaning.
             * @enum {unknown}
             */
            purpose: "runtime" | "turns" | "speech-recognition" | "voice" | "language-model" | "embeddings";
            /**
             * @description Short description for people.
             * @example Whisper tiny: quick, 99 languages
             */
            title: string;
            /**
             * @description Download size in bytes.
             * @example 43340104
             */
            bytes: number;
            /** @description License of the model. */
            license: {
                /** @example MIT */
                name: string;
                url: string;
            };
            /** @description Supported languages as ISO 639-1 codes; `*` for many. Empty if the model does not depend on a language. */
            languages: string[];
            /** @description Names of the models that are installed with it. */
            needs: string[];
            /**
             * @description State of the installation. `partial`: a download was interrupted; adding the model again resumes it. `damaged`: see `problem`.
             * @enum {unknown}
             */
            state: "absent" | "partial" | "installed" | "damaged";
            /** @description For `partial`: bytes downloaded so far. */
            receivedBytes?: number;
            /** @description For `damaged`: what is wrong with its files. */
            problem?: string;
            /** @description Why this machine cannot run the model. Absent if it can. */
            unavailable?: string;
        };
        /**
         * ModelDownload
         * @description A download of models. Only one runs at a time.
         */
        ModelDownload: {
            /** @description Names of the models, in the order of their download. */
            names: string[];
            /**
             * @description State of the download.
             * @enum {unknown}
             */
            state: "running" | "done" | "failed" | "stopped";
            /** @description Name of the current model, or of the last one. */
            model?: string;
            /** @description Bytes of all these models that are downloaded so far. */
            bytes: number;
            /** @description Total bytes of all these models. */
            totalBytes: number;
            /** @description Why the download failed, and what you can do. */
            problem?: string;
            /**
             * Format: date-time
             * @description When it started.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it finished, failed or was stopped. Absent while it runs.
             */
            endedAt?: string;
        };
        /**
         * LanguageAdvice
         * @description Recommendation of a language model for the machine of the service.
         */
        LanguageAdvice: {
            /** @description Name of the installed language model, which answers if a provider has no key. */
            used?: string;
            /** @description Largest language model that should answer in time. Absent if there is none. */
            recommended?: {
                /**
                 * @description Name of a model.
                 * @example qwen3-0.6b
                 */
                name: string;
                /**
                 * @description Expected time to the first clause of an answer, in milliseconds. Absent if nothing was measured.
                 * @example 640
                 */
                firstClauseMs?: number;
                /**
                 * @description Approximate memory of the model, in bytes.
                 * @example 720000000
                 */
                memoryBytes: number;
            };
            /**
             * @description Basis of the recommendation. `measured`: the speed of this machine. `estimated`: its cores and memory, because nothing was measured yet. `too-slow`: no model answers in time at the measured speed. `unavailable`: this machine can run no model.
             * @enum {unknown}
             */
            reason: "measured" | "estimated" | "too-slow" | "unavailable";
            /**
             * @description Time to the first clause above which a model counts as too slow, in milliseconds.
             * @example 1200
             */
            maxFirstClauseMs: number;
            /** @description Speed of the model in use, or of another one on this machine. The service measures a model once, while no conversation runs; `npx visavis doctor --measure` measures it again. */
            measured?: {
                /** @description Name of the measured model. */
                model: string;
                /**
                 * @description Time to the first clause, in milliseconds. Absent if the model did not answer within a minute.
                 * @example 640
                 */
                firstClauseMs?: number;
                /**
                 * @description Tokens per second after the first clause.
                 * @example 24.5
                 */
                tokensPerSecond: number;
                /** @description Name of the processor. */
                cpu: string;
                /** @description Number of cores that the service may use. */
                cores: number;
                /**
                 * Format: date-time
                 * @description When it was measured.
                 */
                measuredAt: string;
            };
        };
        /** LocalModels */
        LocalModels: {
            /** @description All known models, installed or not. */
            models: components["schemas"]["LocalModel"][];
            download?: components["schemas"]["ModelDownload"];
            /** @description Recommended models, with which avatars hear and speak without an external service. Absent if this machine cannot run them. */
            suggested?: {
                /** @description Names to send to `POST /admin/models`. */
                names: string[];
                /** @description Bytes that are still to be downloaded; 0 if all are installed. */
                missingBytes: number;
            };
            language: components["schemas"]["LanguageAdvice"];
            /** @description Terminal command that installs the recommended models. */
            command: string;
            /** @description Folder of the models on the machine of the service. */
            folder: string;
        };
        /**
         * EventConversation
         * @description A conversation without its character, transcript and timeline.
         */
        EventConversation: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01k3m6v2q8e4tb9p0x7yz5wnhd
             */
            id: string;
            /** @description Display name. */
            name: string;
            /**
             * @description `running` from its creation. The others are final: `endReason` gives the reason.
             * @enum {unknown}
             */
            status: "running" | "ended" | "error" | "blocked";
            /**
             * @description Why the conversation ended; present on every ended conversation. `never_joined`: nobody joined within 60 seconds. `idle`: both sides were silent for three minutes. `quota`: the seconds of the billing cycle were used up.
             * @enum {unknown}
             */
            endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
            /** @description Details of the end, as text for people. */
            endDetail?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the consumer joined the room, or your own agent if it is your own room.
             */
            joinedAt?: string;
            /**
             * Format: date-time
             * @description When it ended. Absent while it runs.
             */
            endedAt?: string;
            /**
             * Format: date-time
             * @description Latest time at which it ends.
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
             * @description Engine that answers: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if your own agent answers.
             * @enum {string}
             */
            engine?: "builtin" | "openai" | "gemini" | "elevenlabs" | "pipeline";
            /** @description Identity with which the avatar joins the room. In your own room, the identity in its access token. */
            avatarIdentity?: string;
            /** @description Whether its seconds are charged: `true` on the paid plan, unless the offline engine (`builtin`) answers. */
            charge: boolean;
            /** @description Price per second at the time of the start, in the currency unit of the organization. */
            chargeBySecond: number;
            /** @description Maximum duration in seconds, from the join of the consumer. */
            maxSeconds: number;
            /** @description Id of the character or avatar. */
            characterId?: string;
            /** @description Id of the agent that speaks. Absent if a character or your own agent speaks. */
            agentId?: string;
            /** @description Id of the organization that owns the resource. */
            organizationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description Name of the LiveKit room. */
            room: string;
            /** @description WebSocket URL at which clients join the room. */
            serverUrl: string;
            /** @description Display name of your own agent. */
            remoteAgentName?: string;
            /** @description Identity of your own agent in the room. */
            remoteAgentIdentity?: string;
            /** @description Display name of the consumer. */
            consumerName?: string;
            /** @description Identity of the consumer in the room. */
            consumerIdentity?: string;
            /** @description Id of the embed from which the conversation was started. */
            embedId?: string;
            /**
             * @description Rating that the user gave.
             * @enum {unknown}
             */
            rating?: "up" | "down";
            /** @description Comment that the user gave with the rating. */
            ratingComment?: string;
            /** @description Context that was appended to the instructions. */
            promptCtx?: string;
            /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. */
            promptTemplateVars?: {
                [key: string]: unknown;
            };
            turnTaking?: {
                /**
                 * @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think.
                 * @enum {unknown}
                 */
                patience: "quick" | "normal" | "patient";
                /** @description Milliseconds of silence after which a turn that sounds finished is answered. */
                minSilenceMs: number;
                /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. */
                maxSilenceMs: number;
            };
            /** @description Whether the avatar has video. If `false`, it has only audio. */
            video: boolean;
            /** @description `true` in a list if only the first 200 entries are shown: get the resource by its id for all of them. */
            isTruncated?: boolean;
        };
        /** ConversationMessage */
        ConversationMessage: {
            /**
             * @description Type of the event.
             * @enum {unknown}
             */
            type: "conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description `true` for an example event. Absent otherwise. */
            test?: boolean;
            data: components["schemas"]["EventConversation"];
        };
        /** EventTranscript */
        EventTranscript: {
            /** @description Id of the conversation. */
            conversationId: string;
            /** @description Caller-side client identifier. Absent if the resource has none. */
            client?: string;
            /** @description The complete transcript, oldest first. */
            entries: components["schemas"]["TranscriptEntry"][];
        };
        /** TranscriptMessage */
        TranscriptMessage: {
            /**
             * @description Type of the event.
             * @enum {unknown}
             */
            type: "transcript.completed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description `true` for an example event. Absent otherwise. */
            test?: boolean;
            data: components["schemas"]["EventTranscript"];
        };
        /** DocumentMessage */
        DocumentMessage: {
            /**
             * @description Type of the event.
             * @enum {unknown}
             */
            type: "document.indexed" | "document.failed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description `true` for an example event. Absent otherwise. */
            test?: boolean;
            data: components["schemas"]["KnowledgeBaseDocument"];
        };
        /** EventUsage */
        EventUsage: {
            /** @description Threshold that was reached: 80 or 100 percent of `monthlySeconds`. */
            percent: number;
            /** @description Seconds used in the billing cycle. */
            seconds: number;
            /** @description Maximum seconds that the organization can use in a billing cycle. */
            monthlySeconds: number;
            /**
             * Format: date-time
             * @description Start of the billing cycle.
             */
            cycleStart: string;
            /**
             * Format: date-time
             * @description End of the billing cycle.
             */
            cycleEnd: string;
        };
        /** UsageMessage */
        UsageMessage: {
            /**
             * @description Type of the event.
             * @enum {unknown}
             */
            type: "usage.threshold";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description `true` for an example event. Absent otherwise. */
            test?: boolean;
            data: components["schemas"]["EventUsage"];
        };
        /** ToolCall */
        ToolCall: {
            /** @description Unique identifier of the call, the same as the header `webhook-id`. */
            callId: string;
            /** @description Id of the tool. */
            toolId: string;
            /** @description Name of the tool. */
            tool: string;
            /** @description Arguments of the call. They are valid according to the `parameters` of the tool. */
            arguments: {
                [key: string]: unknown;
            };
            /** @description Id of the conversation. */
            conversationId: string;
            /** @description Identity of the consumer. Absent if it is not known. */
            user?: string;
            /** @description Client of the conversation. Absent if it has none. */
            client?: string;
            /** @description ISO 639-1 code of the language that the consumer speaks. Absent until it is known. */
            language?: string;
            /** @description Id of the character or avatar. */
            characterId?: string;
        };
        /** ToolCallMessage */
        ToolCallMessage: {
            /** @constant */
            type: "tool.call";
            /**
             * Format: date-time
             * @description When the model called the tool.
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
export type LanguageAdvice = components['schemas']['LanguageAdvice'];
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Maximum duration in seconds, from the join of the consumer; must be below the organization limit. Default: 600, or one second less than the limit if that is lower. */
                    maxDuration?: number | null;
                    /** @description Context for this session. It is appended to the instructions under a heading of its own. */
                    additionalCtx?: string | null;
                    /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. A variable without a value is an error (422). At most 100,000 characters as JSON. */
                    templateVars?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Either an existing avatar by its `id`, or a new avatar defined in place. */
                    avatar: {
                        /** @description Id of an existing avatar or character. */
                        id?: string | null;
                        /** @description Name of a built-in face. With `refImage`, a name for the custom face. The avatar joins the room with this identity. */
                        identity?: string | null;
                        /** @description Display name, also in the room. Default: the name of the face. */
                        name?: string | null;
                        /** @description Portrait from which a custom face is created, as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                        refImage?: string | null;
                        /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
                        rig?: {
                            [key: string]: number[];
                        } | null;
                        /** @description The linked agent: it speaks in sessions that specify no agent. */
                        agentId?: string | {
                            id: string;
                        } | null;
                        /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                        client?: string | {
                            id: string;
                        } | null;
                    };
                    /** @description For self-hosted real-time sessions: your own room, which the avatar joins. */
                    host?: {
                        /** @description WebSocket URL of your own LiveKit server. */
                        serverUrl: string;
                        /** @description LiveKit access token with which the avatar joins the room. */
                        accessToken: string;
                    } | null;
                    /** @description Either an existing agent by its `id`, or a new agent, for which `provider` is required. */
                    agent?: {
                        /** @description Id of an existing agent, as a string or as `{ "id": "…" }`. */
                        id?: string | {
                            id: string;
                        } | null;
                        /** @description Provider whose model answers. Required for a new agent. */
                        provider?: ("openai" | "gemini" | "elevenlabs") | null;
                        /** @description With `true`, the default provider of the service at the start of a conversation answers (see `GET /v3/organizations/default-provider`). If that is not `provider`, `model`, `voice` and `voiceId` are ignored and the defaults of that provider are used. Default: `false`. */
                        anyProvider?: boolean | null;
                        /** @description Display name. */
                        name?: string | null;
                        /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                        client?: string | {
                            id: string;
                        } | null;
                        /** @description Model of the provider: gemini-2.5-flash-native-audio-preview-09-2025 for gemini, gpt-4o-realtime-preview or gpt-realtime for openai. Not allowed for elevenlabs, where the agent has its own model. Default: chosen by the operator. */
                        model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                        /** @description Voice of the provider: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse for openai, all others for gemini. Not allowed for elevenlabs, where the agent has its own voice. Default: the voice of `voiceId`, otherwise a default of the provider. */
                        voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                        /** @description How the agent behaves. May contain variables such as `{{name}}`, which are replaced when a session starts. Default: the instructions of the brain, otherwise a short general instruction. */
                        instructions?: string | null;
                        /** @description First sentence of the agent. May contain variables such as `{{name}}`. Default: the greeting of the brain; without one, the model greets in its own words. */
                        greetingMsg?: string | null;
                        /** @description Sentence that the agent says if no answer arrives. It is spoken unchanged, so write it in the language of the agent. Default: a standard sentence in the language of the conversation. */
                        apologyMsg?: string | null;
                        /** @description Sentences that the agent says while an answer takes a while: one each time, in this order. They are spoken unchanged, so write them in the language of the agent. Default: standard sentences in the language of the conversation. */
                        waitMsgs?: string[] | null;
                        /** @description Id of an agent that is hosted by the provider. Required to start sessions with elevenlabs. */
                        remoteId?: string | null;
                        /** @description Whether the agent can search the web. Default: `false`. */
                        search?: boolean | null;
                        /** @description Whether the face can show emotions. Default: `false`. */
                        emotions?: boolean | null;
                        /** @description Whether the agent remembers earlier conversations with the same consumer. Default: `false`. */
                        memory?: boolean | null;
                        /** @description Effect of a short remark (“mm-hm”, “okay”) while the avatar speaks. With `ignore`, the avatar continues; with `stop`, it stops and listens, as for any other words. Remarks are recognized only if a speech recognition model is installed (`npx visavis models add speech-recognition`); without one, any speech stops the avatar. Default: `ignore`. */
                        onBackchannel?: ("ignore" | "stop") | null;
                        /** @description When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings. */
                        turnTaking?: {
                            /** @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think. Default: `normal`. */
                            patience?: ("quick" | "normal" | "patient") | null;
                            /** @description Milliseconds of silence after which a turn that sounds finished is answered. Default: 200 for `quick`, 200 for `normal`, 500 for `patient`. */
                            minSilenceMs?: number | null;
                            /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. Default: 800 for `quick`, 1500 for `normal`, 3000 for `patient`. */
                            maxSilenceMs?: number | null;
                        } | null;
                        /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. Default: `true`. */
                        video?: boolean | null;
                        /** @description Language of the conversation as an ISO 639-1 code (`en`, `pt`). If set, the language is not detected and does not change. Default: it is detected. */
                        language?: string | null;
                        /** @description Id of a voice. The agent follows its `instructions`, and speaks with its `identity` unless `voice` is set. For openai, `voice` must be set as well. Not allowed for elevenlabs. */
                        voiceId?: string | null;
                        /** @description Id of a brain. Its instructions and greeting are used if the agent has none of its own. */
                        brainId?: string | null;
                        /** @description Id of a knowledge base that the agent can search. */
                        knowledgeBaseId?: string | null;
                        /** @description Id of a model server with `use: llm` that answers instead of the provider. `model` is then not used. Default: the provider answers. */
                        llmServerId?: string | null;
                        /** @description Id of a model server with `use: tts` that produces the speech of the agent. It is ignored, with a warning in the timeline, if the provider itself produces the speech. */
                        ttsServerId?: string | null;
                        /** @description Id of a model server with `use: stt` that transcribes the speech of users. It is ignored, with a warning in the timeline, if the provider itself understands speech. */
                        sttServerId?: string | null;
                        /** @description Tools that the model can call. */
                        tools?: {
                            id: string;
                        }[] | null;
                    } | null;
                    /** @description Knowledge base that the agent can search. Default: that of the agent. */
                    knowledgeBase?: {
                        /** @description Id of a knowledge base. */
                        id?: string | null;
                    } | null;
                    /** @description When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings. */
                    turnTaking?: {
                        /** @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think. Default: `normal`. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Milliseconds of silence after which a turn that sounds finished is answered. Default: 200 for `quick`, 200 for `normal`, 500 for `patient`. */
                        minSilenceMs?: number | null;
                        /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. Default: 800 for `quick`, 1500 for `normal`, 3000 for `patient`. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. Default: the setting of the agent; `true` without one. */
                    video?: boolean | null;
                    /** @description Identity of the agent that forwards audio to the avatar; required for self-hosted agents. */
                    remoteAgentConnectingIdentity?: {
                        /** @description Identity in the room; must be unique there. */
                        identity: string;
                        /** @description Display name. */
                        name?: string | null;
                        /** @description Name of a LiveKit Agents worker that is registered with the room server of the service: it is dispatched to the room. The metadata of its job contains `identity`, with which the worker must accept the job. Not allowed with `host`. Default: your agent joins by itself. */
                        agentName?: string | null;
                    } | null;
                    /** @description The end user in the session; required when the session is not self-hosted. */
                    consumerIdentity?: {
                        /** @description Identity in the room; must be unique there. */
                        identity: string;
                        /** @description Display name. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        agents: components["schemas"]["Agent"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Provider whose model answers.
                     * @enum {unknown}
                     */
                    provider: "openai" | "gemini" | "elevenlabs";
                    /** @description With `true`, the default provider of the service at the start of a conversation answers (see `GET /v3/organizations/default-provider`). If that is not `provider`, `model`, `voice` and `voiceId` are ignored and the defaults of that provider are used. Default: `false`. */
                    anyProvider?: boolean | null;
                    /** @description Display name. */
                    name?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Model of the provider: gemini-2.5-flash-native-audio-preview-09-2025 for gemini, gpt-4o-realtime-preview or gpt-realtime for openai. Not allowed for elevenlabs, where the agent has its own model. Default: chosen by the operator. */
                    model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                    /** @description Voice of the provider: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse for openai, all others for gemini. Not allowed for elevenlabs, where the agent has its own voice. Default: the voice of `voiceId`, otherwise a default of the provider. */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                    /** @description How the agent behaves. May contain variables such as `{{name}}`, which are replaced when a session starts. Default: the instructions of the brain, otherwise a short general instruction. */
                    instructions?: string | null;
                    /** @description First sentence of the agent. May contain variables such as `{{name}}`. Default: the greeting of the brain; without one, the model greets in its own words. */
                    greetingMsg?: string | null;
                    /** @description Sentence that the agent says if no answer arrives. It is spoken unchanged, so write it in the language of the agent. Default: a standard sentence in the language of the conversation. */
                    apologyMsg?: string | null;
                    /** @description Sentences that the agent says while an answer takes a while: one each time, in this order. They are spoken unchanged, so write them in the language of the agent. Default: standard sentences in the language of the conversation. */
                    waitMsgs?: string[] | null;
                    /** @description Id of an agent that is hosted by the provider. Required to start sessions with elevenlabs. */
                    remoteId?: string | null;
                    /** @description Whether the agent can search the web. Default: `false`. */
                    search?: boolean | null;
                    /** @description Whether the face can show emotions. Default: `false`. */
                    emotions?: boolean | null;
                    /** @description Whether the agent remembers earlier conversations with the same consumer. Default: `false`. */
                    memory?: boolean | null;
                    /** @description Effect of a short remark (“mm-hm”, “okay”) while the avatar speaks. With `ignore`, the avatar continues; with `stop`, it stops and listens, as for any other words. Remarks are recognized only if a speech recognition model is installed (`npx visavis models add speech-recognition`); without one, any speech stops the avatar. Default: `ignore`. */
                    onBackchannel?: ("ignore" | "stop") | null;
                    /** @description When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings. */
                    turnTaking?: {
                        /** @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think. Default: `normal`. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Milliseconds of silence after which a turn that sounds finished is answered. Default: 200 for `quick`, 200 for `normal`, 500 for `patient`. */
                        minSilenceMs?: number | null;
                        /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. Default: 800 for `quick`, 1500 for `normal`, 3000 for `patient`. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. Default: `true`. */
                    video?: boolean | null;
                    /** @description Language of the conversation as an ISO 639-1 code (`en`, `pt`). If set, the language is not detected and does not change. Default: it is detected. */
                    language?: string | null;
                    /** @description Id of a voice. The agent follows its `instructions`, and speaks with its `identity` unless `voice` is set. For openai, `voice` must be set as well. Not allowed for elevenlabs. */
                    voiceId?: string | null;
                    /** @description Id of a brain. Its instructions and greeting are used if the agent has none of its own. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the agent can search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of a model server with `use: llm` that answers instead of the provider. `model` is then not used. Default: the provider answers. */
                    llmServerId?: string | null;
                    /** @description Id of a model server with `use: tts` that produces the speech of the agent. It is ignored, with a warning in the timeline, if the provider itself produces the speech. */
                    ttsServerId?: string | null;
                    /** @description Id of a model server with `use: stt` that transcribes the speech of users. It is ignored, with a warning in the timeline, if the provider itself understands speech. */
                    sttServerId?: string | null;
                    /** @description Tools that the model can call. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Provider whose model answers.
                     * @enum {unknown}
                     */
                    provider: "openai" | "gemini" | "elevenlabs";
                    /** @description With `true`, the default provider of the service at the start of a conversation answers (see `GET /v3/organizations/default-provider`). If that is not `provider`, `model`, `voice` and `voiceId` are ignored and the defaults of that provider are used. Default: `false`. */
                    anyProvider?: boolean | null;
                    /** @description Display name. */
                    name?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Model of the provider: gemini-2.5-flash-native-audio-preview-09-2025 for gemini, gpt-4o-realtime-preview or gpt-realtime for openai. Not allowed for elevenlabs, where the agent has its own model. Default: chosen by the operator. */
                    model?: ("gemini-2.5-flash-native-audio-preview-09-2025" | "gpt-4o-realtime-preview" | "gpt-realtime") | null;
                    /** @description Voice of the provider: alloy, marin, cedar, ash, ballad, coral, echo, sage, shimmer, verse for openai, all others for gemini. Not allowed for elevenlabs, where the agent has its own voice. Default: the voice of `voiceId`, otherwise a default of the provider. */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                    /** @description How the agent behaves. May contain variables such as `{{name}}`, which are replaced when a session starts. Default: the instructions of the brain, otherwise a short general instruction. */
                    instructions?: string | null;
                    /** @description First sentence of the agent. May contain variables such as `{{name}}`. Default: the greeting of the brain; without one, the model greets in its own words. */
                    greetingMsg?: string | null;
                    /** @description Sentence that the agent says if no answer arrives. It is spoken unchanged, so write it in the language of the agent. Default: a standard sentence in the language of the conversation. */
                    apologyMsg?: string | null;
                    /** @description Sentences that the agent says while an answer takes a while: one each time, in this order. They are spoken unchanged, so write them in the language of the agent. Default: standard sentences in the language of the conversation. */
                    waitMsgs?: string[] | null;
                    /** @description Id of an agent that is hosted by the provider. Required to start sessions with elevenlabs. */
                    remoteId?: string | null;
                    /** @description Whether the agent can search the web. Default: `false`. */
                    search?: boolean | null;
                    /** @description Whether the face can show emotions. Default: `false`. */
                    emotions?: boolean | null;
                    /** @description Whether the agent remembers earlier conversations with the same consumer. Default: `false`. */
                    memory?: boolean | null;
                    /** @description Effect of a short remark (“mm-hm”, “okay”) while the avatar speaks. With `ignore`, the avatar continues; with `stop`, it stops and listens, as for any other words. Remarks are recognized only if a speech recognition model is installed (`npx visavis models add speech-recognition`); without one, any speech stops the avatar. Default: `ignore`. */
                    onBackchannel?: ("ignore" | "stop") | null;
                    /** @description When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings. */
                    turnTaking?: {
                        /** @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think. Default: `normal`. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Milliseconds of silence after which a turn that sounds finished is answered. Default: 200 for `quick`, 200 for `normal`, 500 for `patient`. */
                        minSilenceMs?: number | null;
                        /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. Default: 800 for `quick`, 1500 for `normal`, 3000 for `patient`. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. Default: `true`. */
                    video?: boolean | null;
                    /** @description Language of the conversation as an ISO 639-1 code (`en`, `pt`). If set, the language is not detected and does not change. Default: it is detected. */
                    language?: string | null;
                    /** @description Id of a voice. The agent follows its `instructions`, and speaks with its `identity` unless `voice` is set. For openai, `voice` must be set as well. Not allowed for elevenlabs. */
                    voiceId?: string | null;
                    /** @description Id of a brain. Its instructions and greeting are used if the agent has none of its own. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the agent can search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of a model server with `use: llm` that answers instead of the provider. `model` is then not used. Default: the provider answers. */
                    llmServerId?: string | null;
                    /** @description Id of a model server with `use: tts` that produces the speech of the agent. It is ignored, with a warning in the timeline, if the provider itself produces the speech. */
                    ttsServerId?: string | null;
                    /** @description Id of a model server with `use: stt` that transcribes the speech of users. It is ignored, with a warning in the timeline, if the provider itself understands speech. */
                    sttServerId?: string | null;
                    /** @description Tools that the model can call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        avatars: components["schemas"]["Avatar"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of a built-in face. With `refImage`, a name for the custom face. The avatar joins the room with this identity. */
                    identity?: string | null;
                    /** @description Display name, also in the room. Default: the name of the face. */
                    name?: string | null;
                    /** @description Portrait from which a custom face is created, as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                    refImage?: string | null;
                    /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description The linked agent: it speaks in sessions that specify no agent. */
                    agentId?: string | {
                        id: string;
                    } | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Description of the avatar. Default: the description of the face. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of a built-in face. With `refImage`, a name for the custom face. The avatar joins the room with this identity. */
                    identity?: string | null;
                    /** @description Display name, also in the room. Default: the name of the face. */
                    name?: string | null;
                    /** @description Portrait from which a custom face is created, as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                    refImage?: string | null;
                    /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description The linked agent: it speaks in sessions that specify no agent. */
                    agentId?: string | {
                        id: string;
                    } | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | {
                        id: string;
                    } | null;
                    /** @description Description of the avatar. Default: the description of the face. */
                    description?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly thumbnailUrl?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Maximum duration in seconds, from the join of the consumer; must be below the organization limit. Default: 600, or one second less than the limit if that is lower. */
                    maxDuration?: number | null;
                    /** @description Context for this session. It is appended to the instructions under a heading of its own. */
                    additionalCtx?: string | null;
                    /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. A variable without a value is an error (422). At most 100,000 characters as JSON. */
                    templateVars?: {
                        [key: string]: unknown;
                    } | null;
                    avatar: {
                        /** @description Id of an existing avatar. */
                        id: string;
                    };
                    agent: {
                        /** @description Id of an existing agent, as a string or as `{ "id": "…" }`. */
                        id: string | {
                            id: string;
                        };
                    };
                    /** @description The end user: `identity` must be the user of the client token. */
                    consumerIdentity: {
                        /** @description Identity in the room; must be unique there. */
                        identity: string;
                        /** @description Display name. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        items: components["schemas"]["KnowledgeBase"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name?: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name, such as the name of the file. */
                    name: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Media type: one of text/plain, text/markdown, text/html, text/csv, application/json, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the knowledge base. */
                id: string;
                /** @description Id of the document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the knowledge base. */
                id: string;
                /** @description Id of the document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description The ways to sign in, and the member who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInState"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description The ways to sign in, and the member who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInState"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Options for signing in with a passkey: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the passkey, encoded as Base64url. */
                    id: string;
                    /** @description `clientDataJSON` of the browser’s response, encoded as Base64url. */
                    clientDataJSON: string;
                    /** @description `authenticatorData` of the browser’s response, encoded as Base64url. */
                    authenticatorData: string;
                    /** @description `signature` of the browser’s response, encoded as Base64url. */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description The signed-in member and their organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Secret of the invitation: the value of `invitation` in its link. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Secret of the invitation: the value of `invitation` in its link. */
                    secret: string;
                    /** @description Id of the passkey, encoded as Base64url. */
                    id: string;
                    /** @description `clientDataJSON` of the browser’s response, encoded as Base64url. */
                    clientDataJSON: string;
                    /** @description `attestationObject` of the browser’s response, encoded as Base64url. */
                    attestationObject: string;
                };
            };
        };
        responses: {
            /** @description The signed-in member and their organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Query string, without `?`, of the URL with which the browser returned from the provider. */
                    query: string;
                    /** @description Secret of the invitation: the value of `invitation` in its link. */
                    secret?: string | null;
                };
            };
        };
        responses: {
            /** @description The signed-in member and their organization. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description End user of the token. Sessions started with it must have this identity as consumer. */
                    user: string;
                    /** @description Client of the token: sessions started with it belong to this client. Default: none. */
                    client?: string | null;
                    /** @description Id of the only character or avatar with which the token can start sessions. Default: any. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        items: components["schemas"]["KnowledgeBase"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name?: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name, such as the name of the file. */
                    name: string;
                    /** @description Description of the content. */
                    description?: string | null;
                    /** @description Media type: one of text/plain, text/markdown, text/html, text/csv, application/json, application/pdf, application/vnd.openxmlformats-officedocument.wordprocessingml.document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the knowledge base. */
                id: string;
                /** @description Id of the document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the knowledge base. */
                id: string;
                /** @description Id of the document. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description Maximum number of results to return. */
                take?: number;
            };
            header?: never;
            path: {
                /** @description Id of the knowledge base. */
                id: string;
                /** @description Id of the document. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        passages: components["schemas"]["Passage"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Question in natural language. */
                query: string;
                /** @description Maximum number of passages to return. */
                take?: number;
            };
            header?: never;
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        websites: components["schemas"]["Website"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the knowledge base to which the pages are added. */
                    knowledgeBaseId: string;
                    /** @description URL of the first page. This page is read, and the pages of the same site below its path to which its links lead. Pages that the `robots.txt` of the site forbids are skipped. */
                    url: string;
                    /** @description Maximum number of links between `url` and a page; 0 reads only this page. Default: 2. */
                    depth?: number | null;
                    /** @description Maximum number of pages that are read. Default: 50. */
                    maxPages?: number | null;
                    /** @description Hours after each reading until the website is read again. Default: it is read again only on request. */
                    refreshHours?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description A website, or a part of it, whose pages are documents of a knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of it, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of it, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Maximum number of links between `url` and a page; 0 reads only this page. Default: 2. */
                    depth?: number | null;
                    /** @description Maximum number of pages that are read. Default: 50. */
                    maxPages?: number | null;
                    /** @description Hours after each reading until the website is read again. Default: it is read again only on request. */
                    refreshHours?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly knowledgeBaseId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly url?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly status?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly statusReason?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly pages?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly readAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly nextReadAt?: unknown;
                };
            };
        };
        responses: {
            /** @description A website, or a part of it, whose pages are documents of a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A website, or a part of it, whose pages are documents of a knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Website"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        voices: components["schemas"]["Voice"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the voice. Default: `Puck`. */
                    identity?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe") | null;
                    /** @description Tone, rhythm and similar guidance for the voice. */
                    instructions?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the voice. Default: `Puck`. */
                    identity?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe") | null;
                    /** @description Tone, rhythm and similar guidance for the voice. */
                    instructions?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Provider of the agent. */
                provider: "openai" | "gemini" | "elevenlabs";
                /** @description Voice of the agent: one of this provider. */
                voice: "Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse";
                /** @description Language of the sentence as an ISO 639-1 code: `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`. Any other, and the voices of this service, get an English sentence. */
                language?: string;
                /** @description Whether the agent has an `llmServerId`, so that its provider does not speak. Default: `false`. */
                ownModel?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A sentence in the voice that a conversation would currently have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceSample"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        brains: components["schemas"]["Brain"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the character thinks and behaves. May contain variables such as `{{name}}`, which are replaced when a conversation starts. */
                    instructions: string;
                    /** @description First sentence of the character. May contain variables such as `{{name}}`. Without one, the model greets in its own words. */
                    greetingMessage?: string | null;
                    /** @description Name of a model. It is stored but has no effect: the `model` of the agent decides which model answers. */
                    model?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the character thinks and behaves. May contain variables such as `{{name}}`, which are replaced when a conversation starts. */
                    instructions?: string;
                    /** @description First sentence of the character. May contain variables such as `{{name}}`. Without one, the model greets in its own words. */
                    greetingMessage?: string | null;
                    /** @description Name of a model. It is stored but has no effect: the `model` of the agent decides which model answers. */
                    model?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        faces: components["schemas"]["Face"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of a built-in face. With `refImage`, a name for the custom face. Required without `refImage`. */
                    identity?: string | null;
                    /** @description Portrait from which a custom face is created, as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                    refImage?: string | null;
                    /** @description Description of the face. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Portrait as a data URL or an https URL: PNG, JPEG or WebP, at most 5 MiB. */
                    refImage: string;
                    /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description Sentence that the face says in `clip`. Without it, no clip is made. */
                    text?: string | null;
                    /** @description Voice of the clip, as spoken by the offline voice of this service. Default: `Puck`. */
                    voice?: ("Puck" | "Charon" | "Kore" | "Fenrir" | "Aoede" | "Leda" | "Orus" | "Zephyr" | "Sulafat" | "Sadachbia" | "Sadaltager" | "Vindemiatrix" | "Zubenelgenubi" | "Achird" | "Pulcherrima" | "Gacrux" | "Schedar" | "Alnilam" | "Achernar" | "Laomedeia" | "Rasalgethi" | "Algenib" | "Erinome" | "Despina" | "Algieba" | "Umbriel" | "Iapetus" | "Enceladus" | "Autonoe" | "Callirrhoe" | "alloy" | "marin" | "cedar" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse") | null;
                };
            };
        };
        responses: {
            /** @description Preview of a picture as a face, which is not stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacePreview"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Description of the face. */
                    description?: string | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Landmarks of the face by name, each as `[x, y]` in picture coordinates: 0 to 1, from the top left. */
                    rig?: {
                        [key: string]: number[];
                    } | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly identity?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly builtIn?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly thumbnailUrl?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        characters: components["schemas"]["Character"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name, also in the room. */
                    name: string;
                    /** @description Description of the character. */
                    description?: string | null;
                    /** @description Identity with which the avatar joins the room. Default: the id of the character. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face. Default: the first built-in face. */
                    faceId?: string | null;
                    /** @description Id of a voice. Not allowed with `elevenlabsAgentId`. Default: the oldest voice of the organization that has no client. */
                    voiceId?: string | null;
                    /** @description Id of a brain. Default, unless `elevenlabsAgentId` is set: the oldest brain of the organization that has no client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the character can search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of an agent at ElevenLabs, which then answers: the `provider` of the character becomes `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description Whether the character can search the web. Default: `false`. */
                    search?: boolean | null;
                    /** @description Whether the character remembers earlier conversations with the same consumer. Default: `false`. */
                    memory?: boolean | null;
                    /** @description Tools that the model can call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name, also in the room. */
                    name?: string;
                    /** @description Description of the character. */
                    description?: string | null;
                    /** @description Identity with which the avatar joins the room. Default: the id of the character. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face. Default: the first built-in face. */
                    faceId?: string | null;
                    /** @description Id of a voice. Not allowed with `elevenlabsAgentId`. Default: the oldest voice of the organization that has no client. */
                    voiceId?: string | null;
                    /** @description Id of a brain. Default, unless `elevenlabsAgentId` is set: the oldest brain of the organization that has no client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the character can search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of an agent at ElevenLabs, which then answers: the `provider` of the character becomes `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description Whether the character can search the web. Default: `false`. */
                    search?: boolean | null;
                    /** @description Whether the character remembers earlier conversations with the same consumer. Default: `false`. */
                    memory?: boolean | null;
                    /** @description Tools that the model can call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly provider?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly face?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly voice?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly brain?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly knowledgeBase?: unknown;
                };
            };
        };
        responses: {
            /** @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name, also in the room. */
                    name?: string;
                    /** @description Description of the character. */
                    description?: string | null;
                    /** @description Identity with which the avatar joins the room. Default: the id of the character. */
                    livekitIdentity?: string | null;
                    /** @description Id of a face. Default: the first built-in face. */
                    faceId?: string | null;
                    /** @description Id of a voice. Not allowed with `elevenlabsAgentId`. Default: the oldest voice of the organization that has no client. */
                    voiceId?: string | null;
                    /** @description Id of a brain. Default, unless `elevenlabsAgentId` is set: the oldest brain of the organization that has no client. */
                    brainId?: string | null;
                    /** @description Id of a knowledge base that the character can search. */
                    knowledgeBaseId?: string | null;
                    /** @description Id of an agent at ElevenLabs, which then answers: the `provider` of the character becomes `elevenlabs`. */
                    elevenlabsAgentId?: string | null;
                    /** @description Whether the character can search the web. Default: `false`. */
                    search?: boolean | null;
                    /** @description Whether the character remembers earlier conversations with the same consumer. Default: `false`. */
                    memory?: boolean | null;
                    /** @description Tools that the model can call. */
                    tools?: {
                        id: string;
                    }[] | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly provider?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly face?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly voice?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly brain?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly knowledgeBase?: unknown;
                };
            };
        };
        responses: {
            /** @description An avatar composed of a face, a voice and a brain, or of a face and an agent at ElevenLabs, optionally with a knowledge base. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Character"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
                client?: string;
                /** @description Return only conversations of the consumer with this identity. */
                user?: string;
                /** @description Return only conversations with this status. */
                status?: "running" | "ended" | "error" | "blocked";
                /** @description Return only conversations that ended for this reason. */
                endReason?: "stopped" | "consumer_left" | "max_duration" | "never_joined" | "idle" | "provider_error" | "avatar_error" | "host_unreachable" | "shutdown" | "crashed" | "quota";
                /** @description Return only conversations with the character or avatar of this id. */
                character?: string;
                /** @description Return only conversations with the agent of this id. */
                agent?: string;
                /** @description Return only conversations that were started from the embed of this id. */
                embed?: string;
                /** @description Return only conversations with this rating. */
                rating?: "up" | "down";
                /** @description Return only conversations in which this text was said, ignoring case. The search covers the newest 2,000 conversations that match the other filters, at most 20,000 of their transcript entries, and the first 1,000 characters of each entry. */
                search?: string;
                /** @description Return only conversations that started at or after this time. */
                from?: string;
                /** @description Return only conversations that started before this time. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        conversations: components["schemas"]["Conversation"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Id of a character or of an avatar. */
                    characterId: string;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description For self-hosted real-time sessions: your own room, which the avatar joins. */
                    host?: {
                        /** @description WebSocket URL of your own LiveKit server. */
                        serverUrl: string;
                        /** @description LiveKit access token with which the avatar joins the room. */
                        accessToken: string;
                    } | null;
                    /** @description Your own agent, which sends its speech to the avatar. Required with `host`. */
                    remoteAgent?: {
                        /** @description Identity in the room; must be unique there. */
                        identity: string;
                        /** @description Display name. */
                        name?: string | null;
                        /** @description Name of a LiveKit Agents worker that is registered with the room server of the service: it is dispatched to the room. The metadata of its job contains `identity`, with which the worker must accept the job. Not allowed with `host`. Default: your agent joins by itself. */
                        agentName?: string | null;
                    } | null;
                    /** @description The end user. Default in a room of the service: a generated identity, which is returned. */
                    consumer?: {
                        /** @description Identity in the room; must be unique there. */
                        identity: string;
                        /** @description Display name. */
                        name?: string | null;
                    } | null;
                    /** @description Maximum duration in seconds, from the join of the consumer; must be below the organization limit. Default: 600, or one second less than the limit if that is lower. */
                    maxSeconds?: number | null;
                    /** @description Context for this conversation. It is appended to the instructions under a heading of its own. */
                    promptCtx?: string | null;
                    /** @description Values of the variables in instructions and greetings: `{{name}}` is replaced by the value of `name`, and `{{user.city}}` by the property `city` of the object `user`. A variable without a value is an error (422). At most 100,000 characters as JSON. */
                    promptTemplateVars?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description When the turn of a user is considered finished. It applies only if this service detects the end of speech, with its own models or a transcription server. A provider that processes speech itself uses its own settings. */
                    turnTaking?: {
                        /** @description How long a user can pause within a turn: `quick` answers sooner but interrupts more often, `patient` gives people time to think. Default: `normal`. */
                        patience?: ("quick" | "normal" | "patient") | null;
                        /** @description Milliseconds of silence after which a turn that sounds finished is answered. Default: 200 for `quick`, 200 for `normal`, 500 for `patient`. */
                        minSilenceMs?: number | null;
                        /** @description Milliseconds of silence after which any turn is answered; at least `minSilenceMs`. Default: 800 for `quick`, 1500 for `normal`, 3000 for `patient`. */
                        maxSilenceMs?: number | null;
                    } | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. Default: the setting of the agent; `true` without one. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts of what was erased with a conversation. The service does not store this receipt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationErasureReceipt"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Rating of the user: thumbs up or down.
                     * @enum {unknown}
                     */
                    rating: "up" | "down";
                    /** @description Comment of the user. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the last event that was received: the stream resumes after it. */
                "last-event-id"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stream of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The conversation has ended, and there are no more events. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        tools: components["schemas"]["Tool"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name with which the model calls the tool: letters, digits and underscores, not beginning with a digit, at most 64 characters; must be unique in the organization.
                     * @example book_table
                     */
                    name: string;
                    /** @description Description for the model: what the tool does, when to call it, and what it returns. */
                    description: string;
                    /** @description https URL to which each call is sent as a `POST`. */
                    url: string;
                    /**
                     * @description JSON Schema of the arguments, of type `object`. Supported keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are validated before each call.
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
                    /** @description Headers that are sent with each call, such as `authorization`. They are stored encrypted and never returned. A new value replaces all of them. */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description Maximum duration of a call in milliseconds. Default: 10000. */
                    timeoutMs?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An action for agents: when the model calls the tool, the service sends the call to your URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An action for agents: when the model calls the tool, the service sends the call to your URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name with which the model calls the tool: letters, digits and underscores, not beginning with a digit, at most 64 characters; must be unique in the organization.
                     * @example book_table
                     */
                    name?: string;
                    /** @description Description for the model: what the tool does, when to call it, and what it returns. */
                    description?: string;
                    /** @description https URL to which each call is sent as a `POST`. */
                    url?: string;
                    /**
                     * @description JSON Schema of the arguments, of type `object`. Supported keywords: type, title, description, properties, required, additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are validated before each call.
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
                    /** @description Headers that are sent with each call, such as `authorization`. They are stored encrypted and never returned. A new value replaces all of them. */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /** @description Maximum duration of a call in milliseconds. Default: 10000. */
                    timeoutMs?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly headerNames?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly previousSecretExpiresAt?: unknown;
                };
            };
        };
        responses: {
            /** @description An action for agents: when the model calls the tool, the service sends the call to your URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        modelServers: components["schemas"]["ModelServer"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Purpose of the server: a language model (`llm`), speech synthesis (`tts`), transcription (`stt`) or `embeddings`. An organization can have only one server for `embeddings`, which serves all its knowledge bases.
                     * @enum {unknown}
                     */
                    use: "llm" | "tts" | "stt" | "embeddings";
                    /** @description Display name; must be unique in the organization. */
                    name: string;
                    /** @description Base URL, including the version, such as `https://api.groq.com/openai/v1`. Requests are sent to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it. For the `api` of a vendor: `https://api.cartesia.ai` or `https://api.elevenlabs.io`. */
                    url: string;
                    /** @description Name of the model at the server. */
                    model: string;
                    /** @description API key, sent as a bearer token: printable ASCII characters without line breaks. It is stored encrypted and never returned. A new value replaces it. Default: no key is sent. */
                    apiKey?: string | null;
                    /** @description For `tts`: API of the server. With `cartesia` or `elevenlabs`, the voices of your account there speak, including your own and cloned ones. Default: `openai`, which compatible servers have as well. */
                    api?: ("openai" | "cartesia" | "elevenlabs") | null;
                    /** @description For `tts`: name of a voice at the server; its id if `api` is a vendor. Default: the voice in its list that is most similar to the voice of the agent. */
                    voice?: string | null;
                    /** @description For `tts`: audio format to request; only for the `api` `openai`. Default: `pcm`. */
                    format?: ("pcm" | "wav") | null;
                    /** @description For `llm`: reasoning effort of the model (`none`, `low`, …). Default: that of the server. */
                    reasoningEffort?: string | null;
                    /** @description For `llm`, `tts` and `stt`: id of another model server of the organization with the same `use`. It takes over within the same answer if this one fails or does not answer in time; this one is then not asked for a while. There is only one step: a fallback of that server is not used for this one. That server cannot be deleted meanwhile. Default: the offline voice replaces a voice, a model on the machine of the service replaces transcription, and nothing replaces a language model. */
                    fallbackId?: string | null;
                    /** @description For `llm`, `tts` and `stt`: milliseconds until the first words or audio must arrive (HTTP headers do not count). A language model and its fallback share the time for which the service lets a user wait (10 seconds, unless the operator has changed it), so this time ends earlier if that does. Default: that of the service; for `stt` at most 2500 if there is something that can take over. */
                    firstByteMs?: number | null;
                    /** @description For `llm`, `tts` and `stt`: maximum pause between two pieces of an answer, in milliseconds. Default: that of the service. */
                    betweenBytesMs?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                };
            };
        };
        responses: {
            /** @description A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name; must be unique in the organization. */
                    name?: string;
                    /** @description Base URL, including the version, such as `https://api.groq.com/openai/v1`. Requests are sent to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it. For the `api` of a vendor: `https://api.cartesia.ai` or `https://api.elevenlabs.io`. */
                    url?: string;
                    /** @description Name of the model at the server. */
                    model?: string;
                    /** @description API key, sent as a bearer token: printable ASCII characters without line breaks. It is stored encrypted and never returned. A new value replaces it. Default: no key is sent. */
                    apiKey?: string | null;
                    /** @description For `tts`: API of the server. With `cartesia` or `elevenlabs`, the voices of your account there speak, including your own and cloned ones. Default: `openai`, which compatible servers have as well. */
                    api?: ("openai" | "cartesia" | "elevenlabs") | null;
                    /** @description For `tts`: name of a voice at the server; its id if `api` is a vendor. Default: the voice in its list that is most similar to the voice of the agent. */
                    voice?: string | null;
                    /** @description For `tts`: audio format to request; only for the `api` `openai`. Default: `pcm`. */
                    format?: ("pcm" | "wav") | null;
                    /** @description For `llm`: reasoning effort of the model (`none`, `low`, …). Default: that of the server. */
                    reasoningEffort?: string | null;
                    /** @description For `llm`, `tts` and `stt`: id of another model server of the organization with the same `use`. It takes over within the same answer if this one fails or does not answer in time; this one is then not asked for a while. There is only one step: a fallback of that server is not used for this one. That server cannot be deleted meanwhile. Default: the offline voice replaces a voice, a model on the machine of the service replaces transcription, and nothing replaces a language model. */
                    fallbackId?: string | null;
                    /** @description For `llm`, `tts` and `stt`: milliseconds until the first words or audio must arrive (HTTP headers do not count). A language model and its fallback share the time for which the service lets a user wait (10 seconds, unless the operator has changed it), so this time ends earlier if that does. Default: that of the service; for `stt` at most 2500 if there is something that can take over. */
                    firstByteMs?: number | null;
                    /** @description For `llm`, `tts` and `stt`: maximum pause between two pieces of an answer, in milliseconds. Default: that of the service. */
                    betweenBytesMs?: number | null;
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly use?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly hasApiKey?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly operatorHasChosen?: unknown;
                };
            };
        };
        responses: {
            /** @description A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelServer"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Name of a voice of the server, or the voice of an agent, for which the most similar voice of the server speaks. Default: the `voice` of the server. */
                voice?: string;
                /** @description Language of the sentence as an ISO 639-1 code: `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`. Any other, and the voices of this service, get an English sentence. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Provider of the key. */
                provider: "openai" | "gemini" | "elevenlabs";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description API key of the provider: printable ASCII characters without spaces or line breaks. It is stored encrypted. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description A provider, and the keys with which its conversations can run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKey"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Provider of the key. */
                provider: "openai" | "gemini" | "elevenlabs";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A provider, and the keys with which its conversations can run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKey"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Provider of the key. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        embeds: components["schemas"]["Embed"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. It is also the name of conversations that are started from the embed. */
                    name: string;
                    /** @description Id of a character, or of an avatar with a linked agent. */
                    characterId: string;
                    /** @description Origins of pages that may show the embed, such as `https://shop.example`. Pages of the service itself always may. */
                    allowedOrigins: string[];
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Id of a knowledge base that is used instead of the one of the character or agent. */
                    knowledgeBaseId?: string | null;
                    /** @description First sentence, used instead of the greeting of the character or agent. */
                    greeting?: string | null;
                    /** @description Maximum duration of a conversation in seconds; must be below the organization limit. Default: 300, or one second less than the limit if that is lower. */
                    maxSeconds?: number | null;
                    /** @description Maximum number of conversations at the same time. Default: 2. */
                    concurrentConversations?: number | null;
                    /** @description Maximum seconds of all its conversations per day (UTC). Each conversation counts as at least 10 seconds. Default: 3600. */
                    secondsPerDay?: number | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. With `true`, the setting of the agent applies. Default: `true`. */
                    video?: boolean | null;
                    /** @description Whether new conversations can start. Running ones continue in any case. Default: `true`. */
                    enabled?: boolean | null;
                    /** @description Appearance of the widget. It replaces the previous appearance completely. */
                    look?: {
                        /** @description Text on the button and above the avatar. Default: a text with the name of the character or avatar. */
                        title?: string | null;
                        /** @description Color of buttons as `#` and six hexadecimal digits, such as `#146c5f`. */
                        accentColor?: string | null;
                        /** @description Color theme. `auto`, the default, follows the system of the visitor. */
                        theme?: ("auto" | "light" | "dark") | null;
                        /** @description Corner of the page in which the button is. Default: `right`. */
                        side?: ("left" | "right") | null;
                        /** @description Language of the texts of the widget as a BCP 47 tag, such as `en` or `pt-BR`. Default: the language of the page or of the visitor. */
                        language?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description An avatar that web pages can show without a backend of their own. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar that web pages can show without a backend of their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An avatar that web pages can show without a backend of their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. It is also the name of conversations that are started from the embed. */
                    name?: string;
                    /** @description Id of a character, or of an avatar with a linked agent. */
                    characterId?: string;
                    /** @description Origins of pages that may show the embed, such as `https://shop.example`. Pages of the service itself always may. */
                    allowedOrigins?: string[];
                    /** @description Caller-side client identifier, such as the id of one of your customers. It segments resources: lists can be filtered by it. */
                    client?: string | null;
                    /** @description Id of a knowledge base that is used instead of the one of the character or agent. */
                    knowledgeBaseId?: string | null;
                    /** @description First sentence, used instead of the greeting of the character or agent. */
                    greeting?: string | null;
                    /** @description Maximum duration of a conversation in seconds; must be below the organization limit. Default: 300, or one second less than the limit if that is lower. */
                    maxSeconds?: number | null;
                    /** @description Maximum number of conversations at the same time. Default: 2. */
                    concurrentConversations?: number | null;
                    /** @description Maximum seconds of all its conversations per day (UTC). Each conversation counts as at least 10 seconds. Default: 3600. */
                    secondsPerDay?: number | null;
                    /** @description Whether the avatar has video. With `false` it has only audio, which uses less CPU and bandwidth, and pages show its portrait instead. With `true`, the setting of the agent applies. Default: `true`. */
                    video?: boolean | null;
                    /** @description Whether new conversations can start. Running ones continue in any case. Default: `true`. */
                    enabled?: boolean | null;
                    /** @description Appearance of the widget. It replaces the previous appearance completely. */
                    look?: {
                        /** @description Text on the button and above the avatar. Default: a text with the name of the character or avatar. */
                        title?: string | null;
                        /** @description Color of buttons as `#` and six hexadecimal digits, such as `#146c5f`. */
                        accentColor?: string | null;
                        /** @description Color theme. `auto`, the default, follows the system of the visitor. */
                        theme?: ("auto" | "light" | "dark") | null;
                        /** @description Corner of the page in which the button is. Default: `right`. */
                        side?: ("left" | "right") | null;
                        /** @description Language of the texts of the widget as a BCP 47 tag, such as `en` or `pt-BR`. Default: the language of the page or of the visitor. */
                        language?: string | null;
                    } | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly use?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly snippet?: unknown;
                };
            };
        };
        responses: {
            /** @description An avatar that web pages can show without a backend of their own. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Return only resources of this client. */
                client?: string;
                /** @description Match only memories of the consumer with this identity. */
                user?: string;
                /** @description Match only memories of the avatar or character with this id. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        memories: components["schemas"]["Memory"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Return only resources of this client. */
                client?: string;
                /** @description Match only memories of the consumer with this identity. */
                user?: string;
                /** @description Match only memories of the avatar or character with this id. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A statement of a consumer to an avatar whose agent has `memory`. It is used only in conversations of the same consumer with the same avatar and client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A statement of a consumer to an avatar whose agent has `memory`. It is used only in conversations of the same consumer with the same avatar and client. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https URL to which each event is sent as a `POST`. */
                    url: string;
                    /** @description Types of events to send. */
                    eventTypes: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
                    /** @description Purpose of the webhook. */
                    description?: string | null;
                    /** @description Send only events of this client. Default: the events of all clients are sent. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A URL of yours to which the service sends events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A URL of yours to which the service sends events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description https URL to which each event is sent as a `POST`. */
                    url?: string;
                    /** @description Types of events to send. */
                    eventTypes?: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold")[];
                    /** @description Whether events are sent. `true` enables a disabled webhook again. */
                    enabled?: boolean;
                    /** @description Purpose of the webhook. */
                    description?: string | null;
                    /** @description Send only events of this client. Default: the events of all clients are sent. */
                    client?: string | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly updatedAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly disabledReason?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly previousSecretExpiresAt?: unknown;
                };
            };
        };
        responses: {
            /** @description A URL of yours to which the service sends events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Type of the example event. Default: the first event type of the webhook. */
                    eventType?: ("conversation.started" | "conversation.joined" | "conversation.ended" | "conversation.failed" | "transcript.completed" | "document.indexed" | "document.failed" | "usage.threshold") | null;
                };
            };
        };
        responses: {
            /** @description The delivery of an event to a webhook. The newest 200 finished deliveries of each webhook are kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
                client?: string;
            };
            header?: never;
            path: {
                /** @description Id of the resource. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
                /** @description Id of the delivery. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of an event to a webhook. The newest 200 finished deliveries of each webhook are kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Return only resources of this client. */
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
            /** @description Counts of what was erased for a user. The service does not store this receipt, because it names the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
                client?: string;
                /** @description Return only the usage of the consumer with this identity. */
                user?: string;
                /** @description Any time within the requested billing cycle. Default: the current billing cycle. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Grouping of the usage: by day (UTC), by character or avatar, by agent, or by embed. */
                by: "day" | "character" | "agent" | "embed";
                /** @description Any time within the requested billing cycle. Default: the current billing cycle. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description Seconds of conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        apiKeys: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Purpose of the key. */
                    name?: string | null;
                    /**
                     * Format: date-time
                     * @description When the key expires. Default: never.
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A person who can sign in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the person, also in the audit log. */
                    name?: string;
                    /**
                     * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
                     * @enum {unknown}
                     */
                    role?: "owner" | "editor" | "viewer" | "listener";
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly lastSignedInAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly current?: unknown;
                };
            };
        };
        responses: {
            /** @description A person who can sign in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description A browser session in which a member is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberSession"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the person, also in the audit log. */
                    name: string;
                    /**
                     * @description Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. `viewer`: reading only. `listener`: only reading and following conversations.
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A link with which a person becomes a member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Origin of the page, sent by the browser. It must be one of the `allowedOrigins` of the embed. */
                origin?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Origin of the page, sent by the browser. It must be one of the `allowedOrigins` of the embed. */
                origin?: string;
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        organizations: components["schemas"]["Organization"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name: string;
                    /** @description Plan. Conversations are charged only on the `paid` plan. Default: `free`. */
                    plan?: ("free" | "paid") | null;
                    /** @description Limits of the organization. Default of each limit: that of the service. */
                    limits?: {
                        /** @description Limit of the duration of a conversation in seconds: each conversation must be shorter. */
                        maxSessionSeconds?: number | null;
                        /** @description Maximum number of conversations that run at the same time. */
                        concurrentSessions?: number | null;
                        /** @description Maximum size of a document in bytes. */
                        documentBytes?: number | null;
                        /** @description Maximum total size of all documents and pictures in bytes. */
                        storedBytes?: number | null;
                        /** @description Maximum seconds of conversation in a billing cycle. Unlimited if absent. */
                        monthlySeconds?: number | null;
                    } | null;
                    /** @description Price of a second of conversation. Default: 0. */
                    chargeBySecond?: number | null;
                    /** @description Day of the month on which a billing cycle begins. Default: the day on which the organization was created, at most 28. */
                    anchorDay?: number | null;
                    /** @description Origins such as `https://app.example` from which browsers may call with a client token. Default: any origin. */
                    allowedOrigins?: string[] | null;
                    /** @description Days for which conversations are kept after their end, and memories after they were last said. 0: they are kept until they are deleted. Default: the setting `VISAVIS_RETENTION_DAYS` of the service. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name. */
                    name?: string;
                    /** @description Plan. Conversations are charged only on the `paid` plan. Default: `free`. */
                    plan?: ("free" | "paid") | null;
                    /** @description Limits of the organization. Default of each limit: that of the service. */
                    limits?: {
                        /** @description Limit of the duration of a conversation in seconds: each conversation must be shorter. */
                        maxSessionSeconds?: number | null;
                        /** @description Maximum number of conversations that run at the same time. */
                        concurrentSessions?: number | null;
                        /** @description Maximum size of a document in bytes. */
                        documentBytes?: number | null;
                        /** @description Maximum total size of all documents and pictures in bytes. */
                        storedBytes?: number | null;
                        /** @description Maximum seconds of conversation in a billing cycle. Unlimited if absent. */
                        monthlySeconds?: number | null;
                    } | null;
                    /** @description Price of a second of conversation. Default: 0. */
                    chargeBySecond?: number | null;
                    /** @description Day of the month on which a billing cycle begins. Default: the day on which the organization was created, at most 28. */
                    anchorDay?: number | null;
                    /** @description Origins such as `https://app.example` from which browsers may call with a client token. Default: any origin. */
                    allowedOrigins?: string[] | null;
                    /** @description Days for which conversations are kept after their end, and memories after they were last said. 0: they are kept until they are deleted. Default: the setting `VISAVIS_RETENTION_DAYS` of the service. */
                    retentionDays?: number | null;
                    /** @description Read-only. Accepted and ignored. */
                    readonly id?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly organizationId?: unknown;
                    /** @description Read-only. Accepted and ignored. */
                    readonly createdAt?: unknown;
                    /** @description Read-only. Accepted and ignored. */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the resource. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Purpose of the key. */
                    name?: string | null;
                    /**
                     * Format: date-time
                     * @description When the key expires. Default: never.
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Number of results to skip. */
                skip?: number;
                /** @description The `nextCursor` of the previous page, requested with the same filters. Use it instead of `skip`: pages then have no gaps or duplicates, even if resources are added meanwhile, and every page loads as fast as the first. */
                cursor?: string;
                /** @description Maximum number of results to return. */
                take?: number;
                /** @description Return only resources of this client. */
                client?: string;
                /** @description Return only entries of this organization. */
                organization?: string;
                /** @description Return only entries with this `action`. */
                action?: string;
                /** @description Return only entries created at or after this time. */
                from?: string;
                /** @description Return only entries created before this time. */
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
                        /** @description The `skip` of the request. */
                        skip: number;
                        /** @description The `take` of the request. */
                        take: number;
                        /** @description Total number of matches on all pages. */
                        total: number;
                        /** @description Cursor of the next page: send it as `cursor`. Absent on the last page. */
                        nextCursor?: string;
                        entries: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Models to download. */
                    names: string[];
                };
            };
        };
        responses: {
            /** @description A download of models. Only one runs at a time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDownload"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
                /** @description Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A download of models. Only one runs at a time. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDownload"];
                };
            };
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description An error, as a problem document (RFC 9457). */
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
            /** @description Result for the model as JSON or text. The model gets at most 32,000 characters. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The call failed. The model gets the status and the first 500 characters of the response. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
