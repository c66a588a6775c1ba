/* The HTTP server of the studio.
 *
 * It decides who may ask, how much and how often, and passes what is left to
 * one function. A request is answered only if its path begins with the token,
 * its Host is the address that the server listens on (so that no name that
 * somebody points at this machine will do) and its Origin, if a browser sends
 * one, is the server itself. POST bodies are JSON objects of limited size. HEAD
 * is answered as GET, without the body.
 *
 * Each connection has a thread, and their number is limited. The handler is
 * called on those threads, several at a time. */
#ifndef BOARDLAB_CLI_STUDIO_HTTP_H
#define BOARDLAB_CLI_STUDIO_HTTP_H

#include "cli/studio/channel.h"
#include "core/base/error.h"
#include <jansson.h>

enum {
  HTTP_BODY_MAX = 1 << 20, /* bytes of a request's body */
  HTTP_CONNECTIONS = 256,  /* at a time; others are closed at once */
  HTTP_STREAMS = 64,       /* of these, at most */
  HTTP_TOKEN_BYTES = 16,   /* of randomness */
  HTTP_TOKEN_TEXT = 64,    /* a token as text, with its NUL */
};

typedef struct HttpRequest {
  const char *method; /* "GET", also for HEAD; "POST"; or any other */
  const char *path;   /* behind the token: "api/table/3/play" */
  const json_t *body; /* of a POST: an object; otherwise NULL */
  void *connection;   /* for http_query */
} HttpRequest;

/* The value of a name in the query, or NULL. http_queries collects all values
 * of a name and returns their number, at most `most`. */
const char *http_query(const HttpRequest *request, const char *name);
int http_queries(const HttpRequest *request, const char *name,
                 const char *values[], int most);

/* What the handler answers: one of these. The server takes it over. */
typedef struct HttpReply {
  int status;        /* 200, 400, 404, … */
  json_t *json;      /* or NULL */
  char *text;        /* of `type`, allocated with malloc; or NULL */
  const void *bytes; /* constant, of `type`; or NULL */
  size_t size;       /* of text or bytes */
  const char *type;
  bool is_report;                     /* a page whose scripts are in it */
  const char *allow;                  /* of a 405: the methods that there are */
  char location[HTTP_TOKEN_TEXT + 2]; /* of a 308: where else; or "" */
  Channel *channel; /* to stream: already joined; the server leaves it */
} HttpReply;

typedef void HttpHandler(void *context, const HttpRequest *request,
                         HttpReply *reply);

typedef struct HttpPlan {
  const char *address; /* to listen on, such as "127.0.0.1" */
  int port;            /* 0: any that is free */
  const char *token;
  HttpHandler *handler;
  void *context;
} HttpPlan;

typedef struct Http Http;

/* Starts to listen. NULL with a message if that is not possible; its code is
 * ERROR_PORT_TAKEN if another port would do. */
Http *http_start(const HttpPlan *plan, Error *error);
int http_port(const Http *http);
/* Stops: ends all connections and joins their threads. End the channels first,
 * or streams go on for a moment. */
void http_stop(Http *http);

/* Writes a random token; false if the system has no randomness. */
bool http_make_token(char token[HTTP_TOKEN_TEXT]);

/* For handlers: answers with a message and a status. Returns false. */
bool http_refuse(HttpReply *reply, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
